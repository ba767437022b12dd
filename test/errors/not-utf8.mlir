module {
  ÿþ
}
