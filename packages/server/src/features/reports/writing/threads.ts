import { startWritingThread } from './writing-thread.ts'
import type { WritingThread } from './writing-thread.ts'

export interface Threads {
  /** One that is idle, else a new one. */
  take(): WritingThread
  /** It has written and may write again; with nothing to do it ends after a while. */
  giveBack(thread: WritingThread): void
  /** Ends it, whatever it is doing. */
  stop(thread: WritingThread): void
  close(): Promise<void>
}

/** Threads are kept for a while: the fonts of a PDF are costly to open. */
export function createThreads(settings: { megabytes: number; idleMs: number }): Threads {
  const all = new Set<WritingThread>()
  const timers = new Map<WritingThread, NodeJS.Timeout>()

  const forget = (thread: WritingThread): void => {
    clearTimeout(timers.get(thread))
    timers.delete(thread)
    all.delete(thread)
  }

  const stop = (thread: WritingThread): Promise<void> => {
    forget(thread)
    return thread.stop()
  }

  return {
    take() {
      const [idle] = [...timers.keys()].slice(-1)
      if (idle !== undefined) {
        clearTimeout(timers.get(idle))
        timers.delete(idle)
        return idle
      }
      const thread = startWritingThread({ megabytes: settings.megabytes, onEnded: forget })
      all.add(thread)
      return thread
    },
    giveBack(thread) {
      if (!all.has(thread)) return
      timers.set(thread, setTimeout(() => void stop(thread), settings.idleMs).unref())
    },
    stop: (thread) => void stop(thread),
    async close() {
      await Promise.all([...all].map(stop))
    },
  }
}
