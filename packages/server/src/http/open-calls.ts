/** The calls that are being answered, each with the signal that ends it. */
export interface OpenCalls {
  open(): AbortController
  close(call: AbortController): void
  /** Ends every stream and every wait; answers under way still go out. */
  abortAll(): void
}

export function createOpenCalls(): OpenCalls {
  const calls = new Set<AbortController>()
  let isClosing = false
  return {
    open() {
      const call = new AbortController()
      if (isClosing) call.abort()
      calls.add(call)
      return call
    },
    close(call) {
      calls.delete(call)
      call.abort()
    },
    abortAll() {
      isClosing = true
      for (const call of calls) call.abort()
    },
  }
}
