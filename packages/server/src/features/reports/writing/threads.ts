import { startWritingThread } from './writing-thread.ts'
import type { WritingThread } from './writing-thread.ts'

/** Threads are kept for a while: the fonts of a PDF are costly to open. */
export function createThreads(settings: { megabytes: number; idleMs: number }) {
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
    /** Returns an idle thread, or a new one. */
    take(): WritingThread {
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
    /** Returns a thread that has finished; an idle thread ends after a while. */
    giveBack(thread: WritingThread): void {
      if (!all.has(thread)) return
      timers.set(thread, setTimeout(() => void stop(thread), settings.idleMs).unref())
    },
    /** Ends a thread, whatever it is doing. */
    stop: (thread: WritingThread): void => void stop(thread),
    async close(): Promise<void> {
      await Promise.all([...all].map(stop))
    },
  }
}
