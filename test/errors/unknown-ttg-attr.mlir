#b = #ttg.blockd<{sizePerThread = [1]}>
module {
}
