/** Offers a text as a download. */
export function saveFile({ name, text, type }: { name: string; text: string; type: string }): void {
  saveBlob({ name, blob: new Blob([text], { type }) })
}

/** Offers a blob as a download. */
export function saveBlob({ name, blob }: { name: string; blob: Blob }): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A started download keeps the data; some browsers start it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
