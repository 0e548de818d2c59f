import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Loaded into the measured server before its own code. At each message it sends what its main thread
// did since the message before. The threads of the server load it too and do nothing.

/** Processor time of this thread, in milliseconds. */
function threadMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}

if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let startedAt = performance.now()
  let startedWith = process.threadCpuUsage()
  let tickedWith = startedWith
  let longestMs = 0
  setInterval(() => {
    longestMs = Math.max(longestMs, threadMs(tickedWith))
    tickedWith = process.threadCpuUsage()
  }, 1).unref()
  process.on('message', () => {
    process.send?.({
      heldMs: delay.max / 1e6,
      computedMs: Math.max(longestMs, threadMs(tickedWith)),
      mainMs: threadMs(startedWith),
      wallMs: performance.now() - startedAt,
    })
    delay.reset()
    longestMs = 0
    startedAt = performance.now()
    startedWith = process.threadCpuUsage()
    tickedWith = startedWith
  })
  // The channel alone does not keep the server running.
  process.channel?.unref()
}
