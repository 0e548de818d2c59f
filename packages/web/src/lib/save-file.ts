/** Hands a text to the person as a file; the browser decides where it goes. */
export function saveFile({ name, text, type }: { name: string; text: string; type: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold on the data once it has begun; some browsers begin a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
