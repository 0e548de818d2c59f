import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { startSimulator } from '../../packages/graph-sim/src/simulator.ts'
import { NODE_FLAGS } from '../../packages/server/src/lib/node-flags.ts'
import { freePort, start, untilReady } from '../../tools/processes.ts'
import { signIn, stop } from '../product.ts'
import { median } from '../statistics.ts'

// `npm run bench:flags`: what the flags of Node cost a refresh. Two servers with databases of
// their own read the same simulated Microsoft in turns. Processor time is compared: another program on the
// machine changes it less than the duration.

const { values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' }, tenants: { type: 'string', default: '20' } },
})
/** The server sets the flags itself too; this keeps it from doing so. */
const WITHOUT_FLAGS = `data:text/javascript,${encodeURIComponent(
  "import v8 from 'node:v8'; import { syncBuiltinESMExports } from 'node:module'; v8.setFlagsFromString = () => {}; syncBuiltinESMExports()",
)}`
const CONTENDERS = {
  without: ['--import', WITHOUT_FLAGS],
  with: NODE_FLAGS,
} as const
type Name = keyof typeof CONTENDERS
const READY_MS = 300_000
const TICKS_PER_SECOND = 100

const simulator = await startSimulator({ tenants: Number(values.tenants), users: 100 })
const folder = await mkdtemp(path.join(tmpdir(), 'tenantscope-bench-'))
const servers = { without: await startServer('without'), with: await startServer('with') }
const measured: Record<Name, { seconds: number; cpuSeconds: number }[]> = { without: [], with: [] }
try {
  for (let round = -1; round < Number(values.rounds); round += 1) {
    const names: Name[] = round % 2 === 0 ? ['without', 'with'] : ['with', 'without']
    for (const name of names) {
      const taken = await refresh(name)
      if (round >= 0) measured[name].push(taken)
    }
  }
  print()
} finally {
  for (const { server } of Object.values(servers)) await stop(server)
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
}

async function startServer(name: Name) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { registration, partner } = simulator.world
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    PORT: `${port}`,
    PUBLIC_URL: url,
    DATA_DIR: path.join(folder, name),
    LOG_LEVEL: 'fatal',
    ADMIN_USERNAME: 'measured',
    ADMIN_PASSWORD: 'Quiet-Harbour-2026!',
    MICROSOFT_ENDPOINT: simulator.url,
    MICROSOFT_CLIENT_ID: registration.clientId,
    MICROSOFT_CLIENT_SECRET: registration.clientSecret,
    MICROSOFT_TENANT_ID: partner.id,
  }
  const server = start(process.execPath, [...CONTENDERS[name], 'packages/server/src/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  void once(server, 'exit')
  await untilReady(`${url}/readyz`, server, READY_MS)
  // The bench signs in with a password alone.
  execFileSync(process.execPath, ['packages/server/src/bin/admin.ts', 'allow-password-only'], {
    env,
  })
  const cookie = await signIn(url)
  await untilQuiet(url, cookie)
  return { server, url, cookie }
}

/** Reads all tenants; those whose data changed are read completely. */
async function refresh(name: Name): Promise<{ seconds: number; cpuSeconds: number }> {
  const { server, url, cookie } = servers[name]
  const cpuBefore = await cpuSecondsOf(server.pid ?? 0)
  const before = performance.now()
  const answer = await fetch(`${url}/api/tenants/refresh`, {
    method: 'POST',
    headers: { cookie, origin: url },
  })
  if (!answer.ok) throw new Error(`The refresh was refused: ${await answer.text()}`)
  await untilQuiet(url, cookie)
  return {
    seconds: (performance.now() - before) / 1_000,
    cpuSeconds: (await cpuSecondsOf(server.pid ?? 0)) - cpuBefore,
  }
}

async function untilQuiet(url: string, cookie: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/tenants`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`The tenants were refused: ${await answer.text()}`)
    const list: unknown = await answer.json()
    if (list instanceof Object && Reflect.get(list, 'currentRun') === null) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function cpuSecondsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Fields 14 and 15, counted behind the name in parentheses, which can contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

function print(): void {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
  console.log(
    `Node ${process.version}, ${values.rounds} rounds, load ${loadavg()[0]?.toFixed(1)}\n`,
  )
  console.log(`| refresh of ${values.tenants} tenants, median | without | with | ratio |`)
  console.log('|---|--:|--:|--:|')
  for (const [what, key] of [
    ['seconds of processor', 'cpuSeconds'],
    ['seconds', 'seconds'],
  ] as const) {
    const [without, with_] = (['without', 'with'] as const).map((name) =>
      median(measured[name].map((each) => each[key])),
    )
    if (without === undefined || with_ === undefined) continue
    console.log(
      `| ${what} | ${without.toFixed(2)} | ${with_.toFixed(2)} | ${(with_ / without).toFixed(2)} |`,
    )
  }
}
