/** So many at once, the others in the order of asking. */
interface Places {
  take(signal: AbortSignal, onPosition: (position: number) => void): Promise<() => void>
}

/** Files of one link take turns, in this process. */
export interface DownloadTurns {
  /** Holds the turn until the signal ends; false when that was before it came. */
  take(tokenHash: string, signal: AbortSignal): Promise<boolean>
}

export function createDownloadTurns(createPlaces: () => Places): DownloadTurns {
  const byLink = new Map<string, { readonly places: Places; visitors: number }>()
  return {
    async take(tokenHash, signal) {
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
