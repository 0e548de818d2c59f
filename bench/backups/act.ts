import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

import { backUpTo, restoreFrom } from '../../packages/server/src/app/backup-commands.ts'
import { readConfig } from '../../packages/server/src/config.ts'

// Backs up or restores the installation of its environment once and reports the cost to its parent: in
// a process of its own, so that its memory and its event loop are its own.

const PASSPHRASE = 'measured again and again'

const [act = '', file = ''] = process.argv.slice(2)
const config = readConfig(process.env)
// What loading the modules holds up is not of the work.
await wait(200)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const computing = watchComputing()
const started = performance.now()
const given = {
  file,
  passphrase: PASSPHRASE,
  signal: new AbortController().signal,
  confirm: () => Promise.resolve(),
}
if (act === 'backup') await backUpTo(config, given)
else await restoreFrom(config, given)
const measured = {
  milliseconds: performance.now() - started,
  loopHeldMs: delay.max / 1e6,
  computedMs: computing(),
  peakMegabytes: process.resourceUsage().maxRSS / 1_024,
}
delay.disable()
process.send?.(measured)

/** The most that this thread itself computed in one turn: what else the machine does is not in it. */
function watchComputing(): () => number {
  let before = process.threadCpuUsage()
  let most = 0
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    most = Math.max(most, (user + system) / 1_000)
  }, 1)
  return () => {
    clearInterval(timer)
    return most
  }
}
