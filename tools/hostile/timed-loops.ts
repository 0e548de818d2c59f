import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { z } from 'zod'

const Line = z.union([
  z.object({ started: z.string() }),
  z.object({ ended: z.string(), milliseconds: z.number() }),
])

interface TimedLoops {
  /** Processor time: other load is not in it. */
  readonly millisecondsByLoop: ReadonlyMap<string, number>
  /** The loop that was ended at its limit, or during which the process failed. */
  readonly unfinished: string | null
}

/** Runs the loops of loops.ts, or those that are named, in a child process, which is ended when one of them takes too long. */
export async function timeLoops({
  limitMs,
  names = [],
}: {
  limitMs: number
  names?: readonly string[]
}): Promise<TimedLoops> {
  const script = new URL('run-loops.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const millisecondsByLoop = new Map<string, number>()
  let unfinished: string | null = null
  let limit: NodeJS.Timeout | undefined
  for await (const text of createInterface({ input: child.stdout })) {
    clearTimeout(limit)
    const line = Line.parse(JSON.parse(text))
    if ('started' in line) {
      unfinished = line.started
      limit = setTimeout(end, limitMs)
    } else {
      unfinished = null
      millisecondsByLoop.set(line.ended, line.milliseconds)
    }
  }
  clearTimeout(limit)
  process.removeListener('exit', end)
  return { millisecondsByLoop, unfinished }
}
