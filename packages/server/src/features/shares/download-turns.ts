/** A limited number at once; the others wait in order. */
interface Places {
  take(signal: AbortSignal, onPosition: (position: number) => void): Promise<() => void>
}

export type DownloadTurns = ReturnType<typeof createDownloadTurns>

/** Limits simultaneous downloads of one link, in this process. */
export function createDownloadTurns(createPlaces: () => Places) {
  const byLink = new Map<string, { readonly places: Places; visitors: number }>()
  return {
    /** Waits for a turn and holds it until the signal aborts; false if it aborts before. */
    async take(tokenHash: string, signal: AbortSignal): Promise<boolean> {
      if (signal.aborted) return false
      const link = byLink.get(tokenHash) ?? { places: createPlaces(), visitors: 0 }
      byLink.set(tokenHash, link)
      link.visitors += 1
      const forget = (): void => {
        link.visitors -= 1
        if (link.visitors === 0) byLink.delete(tokenHash)
      }
      signal.addEventListener('abort', forget, { once: true })
      try {
        const leave = await link.places.take(signal, () => undefined)
        if (signal.aborted) leave()
        else signal.addEventListener('abort', leave, { once: true })
        return !signal.aborted
      } catch {
        return false
      }
    },
  }
}
