export type OpenCalls = ReturnType<typeof createOpenCalls>

/** The running calls, each with the signal that ends it. */
export function createOpenCalls() {
  const others = new Set<AbortController>()
  const downloads = new Set<AbortController>()
  let isClosing = false
  return {
    open({ isDownload }: { isDownload: boolean }): AbortController {
      const call = new AbortController()
      if (isClosing) call.abort()
      const calls = isDownload ? downloads : others
      calls.add(call)
      return call
    },
    close(call: AbortController): void {
      others.delete(call)
      downloads.delete(call)
      call.abort()
    },
    /** Ends every stream and wait; replies and downloads in progress are still sent. */
    abortAllButDownloads(): void {
      isClosing = true
      for (const call of others) call.abort()
    },
    abortDownloads(): void {
      for (const call of downloads) call.abort()
    },
    hasDownloads: (): boolean => downloads.size > 0,
  }
}
