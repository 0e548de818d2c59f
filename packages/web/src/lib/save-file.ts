/** Hands a text to the person as a file; the browser decides where it goes. */
export function saveFile({ name, text, type }: { name: string; text: string; type: string }): void {
  saveBlob({ name, blob: new Blob([text], { type }) })
}

/** The same for what came from the server. */
export function saveBlob({ name, blob }: { name: string; blob: Blob }): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold on the data once it has begun; some browsers begin a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
