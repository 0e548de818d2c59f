import { mkdirSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'

import { findChromium } from '../../tools/find-chromium.ts'
import { isRoot, runShown } from '../../tools/processes.ts'
import { median } from '../statistics.ts'
import { startAppServer } from './app-server.ts'
import type { AppServer } from './app-server.ts'
import { plainPage, tableInSight } from './plain-table.ts'
import { emptyFrames, framesPerSecond } from './scrolling.ts'
import type { Scrolling } from './scrolling.ts'
import { SIZE_GOALS, SUBJECTS } from './subjects.ts'
import type { Subject } from './subjects.ts'

// `npm run bench:web`: the two big tables in Chromium, each beside a plain table of what is in sight;
// rounds are interleaved. Then what the first two screens load. Ends with 1 when a goal is missed.

const FRAMES = 120
const VIEWPORT = { width: 1440, height: 900 }
const FOLDER = 'docs/screens'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    'no-build': { type: 'boolean', default: false },
    dist: { type: 'string', default: 'packages/web/dist' },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error('--rounds must be a whole number above 0')
const executablePath = findChromium()
if (executablePath === undefined) throw new Error('No Chromium could be found or installed')
if (!values['no-build'] && !runShown('vite', ['build', 'packages/web', '--logLevel', 'warn']))
  process.exit(1)

const app = await startAppServer(values.dist)
const browser = await chromium.launch({
  executablePath,
  args: isRoot() ? ['--no-sandbox', '--disable-background-networking'] : [],
})
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
console.log(`Chromium ${browser.version()}; medians of ${rounds} interleaved rounds\n`)
let missed = 0
try {
  for (const subject of SUBJECTS.filter(({ name }) => name.includes(values.only)))
    missed += await measure(subject)
  if (values.only === '') missed += await measureSizes()
} finally {
  await browser.close()
  await app.stop()
}
process.exitCode = missed > 0 ? 1 : 0

interface Lane {
  readonly way: Scrolling
  readonly ours: number[]
  readonly plain: number[]
  readonly empty: number[]
}

async function measure(subject: Subject): Promise<number> {
  const lanes = subject.ways.map((way): Lane => ({ way, ours: [], plain: [], empty: [] }))
  const ready: number[] = []
  const { startPx } = subject
  await takePicture(subject)
  for (let round = 0; round < rounds; round += 1) {
    const page = await openApp(browser, `${app.url}${subject.path}`)
    ready.push(await readyAt(page, subject))
    const seen = await tableInSight(page)
    const plain = await openPlain(browser)
    for (const { way, ours, plain: other, empty } of lanes) {
      const isSideways = way.axis === 'x'
      const distancePx = isSideways ? subject.sidewaysPx : subject.downPx
      await plain.setContent(
        plainPage(seen, {
          isPage: subject.scroller === null,
          rows: isSideways ? seen.rows.length : Math.ceil((startPx + distancePx) / seen.rowPx) + 40,
          ...(isSideways ? { columns: subject.columns } : {}),
        }),
      )
      const runs = [
        async () => {
          await page.bringToFront()
          const run = { ...way, selector: subject.scroller, startPx, distancePx, frames: FRAMES }
          ours.push(await framesPerSecond(page, run))
          if (round === 0) empty.push(await emptyFrames(page, run))
        },
        async () => {
          await plain.bringToFront()
          const selector = subject.scroller === null ? null : '#box'
          const run = { ...way, selector, startPx, distancePx, frames: FRAMES }
          other.push(await framesPerSecond(plain, run))
        },
      ]
      for (const run of round % 2 === 0 ? runs : runs.toReversed()) await run()
    }
    await plain.context().close()
    await page.context().close()
  }
  return report(subject, lanes, ready)
}

function report(subject: Subject, lanes: readonly Lane[], ready: readonly number[]): number {
  console.log(`## ${subject.name}\n`)
  console.log(`First full screen of rows after ${Math.round(median(ready))} ms\n`)
  console.log('| scrolling | frames/s | plain table | ratio | goal | | frames without rows |')
  console.log('|---|--:|--:|--:|--:|---|--:|')
  let missed = 0
  for (const { way, ours, plain, empty } of lanes) {
    const ratio = median(ours.map((own, index) => own / (plain[index] ?? Number.NaN)))
    const isMet = ratio >= subject.atLeast
    if (!isMet) missed += 1
    const figures = [median(ours).toFixed(1), median(plain).toFixed(1), ratio.toFixed(2)]
    const verdict = isMet ? 'met' : '**missed**'
    const name = `${way.axis === 'x' ? 'sideways' : 'down and up'}, ${way.pxPerFrame} px a frame`
    console.log(
      `| ${name} | ${figures.join(' | ')} | ${subject.atLeast} | ${verdict} | ${empty.join()} |`,
    )
  }
  console.log(`\nThe machine's load in the last minute: ${loadavg()[0]?.toFixed(1)}\n`)
  return missed
}

async function openApp(from: Browser, address: string): Promise<Page> {
  const context = await from.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.log(`The page failed: ${error.message}`))
  await page.goto(address, { waitUntil: 'commit' })
  return page
}

async function openPlain(from: Browser): Promise<Page> {
  return (await from.newContext({ viewport: VIEWPORT })).newPage()
}

/** Milliseconds from the navigation to a frame with as many rows as fill the screen, and nothing under way then. */
async function readyAt(page: Page, { rows }: Subject): Promise<number> {
  const at = await page.waitForFunction(
    (count) =>
      document.querySelectorAll('[role="grid"] [role="row"]').length >= count && performance.now(),
    rows,
    { polling: 'raf' },
  )
  const milliseconds = await at.jsonValue()
  await page.waitForLoadState('load')
  await page.waitForTimeout(1_500)
  return Number(milliseconds)
}

async function takePicture({ name, path, picture }: Subject): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 400]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      app.setTheme(colorScheme)
      await page.goto(`${app.url}${path}`)
      await page.locator('[role="grid"] [role="row"]').nth(5).waitFor()
      await page.waitForTimeout(1_500)
      await page.screenshot({ path: `${FOLDER}/${picture}-${colorScheme}-${width}.png` })
      await context.close()
    }
  app.setTheme('light')
  console.log(`Pictures of ${name} are in ${FOLDER}`)
}

async function measureSizes(): Promise<number> {
  console.log('## What the first screens load\n')
  console.log('| screen | kB gzip | at most | |\n|---|--:|--:|---|')
  let missed = 0
  for (const { path, isSignedIn, atMostKilobytes } of SIZE_GOALS) {
    const kilobytes = (await loadedBytes(app, path, isSignedIn)) / 1_000
    if (kilobytes > atMostKilobytes) missed += 1
    const verdict = kilobytes > atMostKilobytes ? '**missed**' : 'met'
    console.log(`| ${path} | ${kilobytes.toFixed(1)} | ${atMostKilobytes} | ${verdict} |`)
  }
  console.log('')
  return missed
}

/** Scripts and styles that come until nothing is under way, packed. */
async function loadedBytes(server: AppServer, path: string, isSignedIn: boolean): Promise<number> {
  server.setSignedIn(isSignedIn)
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  let bytes = 0
  page.on('response', (response) => {
    if (/\.(?:js|css)$/u.test(new URL(response.url()).pathname))
      bytes += Number(response.headers()['content-length'] ?? 0)
  })
  await page.goto(`${server.url}${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(2_000)
  await context.close()
  server.setSignedIn(true)
  return bytes
}
