import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { NODE_FLAGS } from '../packages/server/src/lib/node-flags.ts'
import { freePort, start, untilReady } from '../tools/processes.ts'

const ADMINISTRATOR = { username: 'measured', password: 'Quiet-Harbour-2026!' }
/** A busy machine takes minutes to start the server. */
const READY_MS = 300_000

export type Environment = Readonly<Record<string, string>>

/** Starts the product with the data of its environment, and waits until it is ready. */
export async function serve(
  environment: Environment,
): Promise<{ server: ChildProcess; url: string }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { PATH = '', HOME = '' } = process.env
  const server = start(process.execPath, [...NODE_FLAGS, 'packages/server/src/main.ts'], {
    stdio: 'ignore',
    env: {
      PATH,
      HOME,
      PORT: `${port}`,
      PUBLIC_URL: url,
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...environment,
    },
  })
  await untilReady(`${url}/readyz`, server, READY_MS)
  return { server, url }
}

export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** Signs in as the administrator of `serve`; returns the cookie of the session. */
export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(ADMINISTRATOR),
  })
  if (!answer.ok) throw new Error(`The sign-in answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}
