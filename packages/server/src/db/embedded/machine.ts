import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Which machine a process runs on, short enough for a socket's name: 103 bytes hold all of its path. */
export type MachineMarks = { host: string; boot: string }

export function machineMarks(): MachineMarks {
  return { host: markOf(hostname()), boot: markOf(readBootId()) }
}

/**
 * Whether a process of one would reach a socket of the other. Containers of one machine have
 * different names and the same boot; a machine that was started again has the same name.
 */
export function isNear(one: MachineMarks, other: MachineMarks): boolean {
  return one.host === other.host || one.boot === other.boot
}

// Linux's random(4): a new one at every boot. Elsewhere the name alone has to tell.
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
  } catch {
    return hostname()
  }
}

function markOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}
