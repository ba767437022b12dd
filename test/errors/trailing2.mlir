module {
} foo
