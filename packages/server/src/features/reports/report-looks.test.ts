import { getReportSettings, saveReportSettings } from '@tenantscope/contract/branding'
import { BRANDING } from '@tenantscope/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { quietLogger } from '../../testing/database-template.ts'
import { endNextThread } from '../../testing/ending-threads.ts'
import { factsOfPng, holdsTransparency, pngOf } from '../../testing/pictures.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createLogoDrawing } from './logo/draw-logo.ts'

let app: TestApp
let admin: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

const PLAIN = {
  name: 'Northwind',
  accentColor: '#AA0011',
  footer: 'Confidential',
  logo: null,
  retentionMonths: 6,
} as const

const read = () => admin.call(getReportSettings, {})
const save = (changes: object = {}) =>
  admin.call(saveReportSettings, { body: { ...PLAIN, ...changes } })
const png = (bytes: Buffer) => ({
  mediaType: 'image/png' as const,
  base64: bytes.toString('base64'),
})
const svg = (text: string) => ({
  mediaType: 'image/svg+xml',
  base64: Buffer.from(text).toString('base64'),
})
const shape = (size: string, inside = '<circle cx="50" cy="50" r="40"/>') =>
  svg(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`)
const pictureOf = (logo: string | null) => {
  expect(logo).toMatch(/^data:image\/png;base64,/)
  return Buffer.from(logo?.split(',')[1] ?? '', 'base64')
}
const looks = () => app.database.handle.db.selectFrom('reportLooks').selectAll().execute()
const audited = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'oldValue', 'newValue', 'details'])
    .where('action', '=', 'report settings changed')
    .orderBy('id')
    .execute()

test('an installation that never chose shows the product alone', async () => {
  expect(await read()).toEqual({
    branding: { name: null, accentColor: BRANDING.accentColor, footer: null, logo: null },
    retentionMonths: 12,
    version: 1,
    updatedAt: null,
    updatedBy: null,
  })
})

test('branding is saved, all users can read it, and the audit records the change without the picture', async () => {
  const saved = await save({ logo: png(pngOf({ width: 30, height: 20 })), version: 1 })
  expect(saved).toMatchObject({
    branding: { name: 'Northwind', accentColor: '#aa0011', footer: 'Confidential' },
    retentionMonths: 6,
    version: 2,
  })
  const viewer = await app.signIn('viewer')
  expect(await viewer.call(getReportSettings, {})).toEqual(saved)
  const [entry] = await audited()
  expect(entry).toMatchObject({ details: 'name, accent color, footer, logo, retention' })
  expect(JSON.parse(entry?.newValue ?? '')).toEqual({
    name: 'Northwind',
    accentColor: '#aa0011',
    footer: 'Confidential',
    logo: 'set',
    retentionMonths: 6,
  })
})

test('every change of the look is a new one, so that what was made keeps its own', async () => {
  await save()
  await save({ accentColor: '#000000' })
  await save({ accentColor: '#000000', retentionMonths: 24 })
  const unchanged = await save({ accentColor: '#000000', retentionMonths: 24 })
  expect(unchanged.version).toBe(4)
  expect((await looks()).map(({ accentColor }) => accentColor)).toEqual(['#aa0011', '#000000'])
  expect(await audited()).toHaveLength(3)
})

test('the picture is kept, replaced and taken away on its own', async () => {
  const first = await save({ logo: png(pngOf({ width: 30, height: 20 })) })
  const kept = await save({ logo: 'keep', name: 'Other' })
  expect(kept.branding).toEqual({ ...first.branding, name: 'Other' })
  const taken = await save({ name: 'Other' })
  expect(taken.branding.logo).toBeNull()
})

test('names and footers are text of one line, and what cannot be seen is none', async () => {
  const { branding } = await save({
    name: 'North\u202Ewind\r\n\u0000 Ltd ',
    footer: '\u200B\u2066 \u0007',
  })
  expect(branding).toMatchObject({ name: 'North wind Ltd', footer: null })
})

test('saving an old version reports the last author, and writes nothing', async () => {
  await save({ version: 1 })
  const { status, body } = await admin.refusal(saveReportSettings, {
    body: { ...PLAIN, name: 'Late', version: 1 },
  })
  expect(status).toBe(409)
  expect(body.message).toMatch(/^changed by admin-\S+ at \d{4}-\d\d-\d\dT\S+Z$/u)
  expect(await looks()).toHaveLength(1)
  const both = await Promise.allSettled(['A', 'B'].map((name) => save({ name, version: 2 })))
  expect(both.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

describe('the picture is rendered again', () => {
  test('a PNG at its own size, without what else the file holds', async () => {
    const { branding } = await save({ logo: png(pngOf({ width: 30, height: 20 })) })
    expect(factsOfPng(pictureOf(branding.logo))).toMatchObject({ width: 30, height: 20 })
  })

  test('a large PNG into the place that a logo has', async () => {
    const { branding } = await save({ logo: png(pngOf({ width: 1_000, height: 2_000 })) })
    expect(factsOfPng(pictureOf(branding.logo))).toMatchObject({ width: 160, height: 320 })
  })

  test('an SVG as large as its place, what is transparent stays so', async () => {
    for (const [size, width, height] of [
      ['width="100" height="100"', 320, 320],
      ['viewBox="0 0 300 100"', 960, 320],
      ['width="1000000000" height="1000000000" viewBox="0 0 100 100"', 320, 320],
    ] as const) {
      const { branding } = await save({ logo: shape(size) })
      const picture = pictureOf(branding.logo)
      expect([size, factsOfPng(picture)]).toEqual([
        size,
        { width, height, chunks: expect.arrayContaining(['IHDR', 'IDAT', 'IEND']) as unknown },
      ])
      expect(holdsTransparency(picture)).toBe(true)
    }
  })
})

const DEEP = '<g opacity="0.5">'.repeat(20_000)
const CANNOT = 'The picture cannot be rendered; save it again, or as PNG'

describe('a picture is refused by name, and nothing is written,', () => {
  test.each([
    ['that holds a script', shape('width="9" height="9"', '<script>1</script>'), /script/],
    [
      'that says it is huge',
      png(pngOf({ width: 1, height: 1 }, { claimed: { width: 30_000, height: 30_000 } })),
      /30000 × 30000/,
    ],
    [
      'that goes on after its end',
      png(pngOf({ width: 2, height: 2 }, { after: '<script>' })),
      /damaged/,
    ],
    [
      'whose pixels are not what its header says',
      png(pngOf({ width: 2, height: 2 }, { claimed: { width: 3_000, height: 3_000 } })),
      new RegExp(CANNOT),
    ],
    ['of another kind than it says', png(Buffer.from('<svg/>')), /not a PNG/],
    ['that is no file at all', { mediaType: 'image/png', base64: '' }, /not a PNG/],
    [
      'that is cut off',
      svg('<svg xmlns="http://www.w3.org/2000/svg" width="9"'),
      /not an SVG|rendered/,
    ],
    ['that shows nothing', shape('width="9" height="9"', ''), new RegExp(CANNOT)],
    ['without any height', shape('width="30000" height="1"'), new RegExp(CANNOT)],
    [
      'that would take more memory than there is for it',
      shape('width="9" height="9"', `${DEEP}<rect width="9" height="9"/>${'</g>'.repeat(20_000)}`),
      new RegExp(CANNOT),
    ],
  ])('%s', async (_, logo, message) => {
    const refused = await admin.refusal(saveReportSettings, { body: { ...PLAIN, logo } })
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual([
      { field: 'body.logo', message: expect.stringMatching(message) as unknown },
    ])
    expect(await looks()).toEqual([])
    expect((await read()).version).toBe(1)
  })

  test('of another kind, or too large', async () => {
    for (const logo of [
      { mediaType: 'image/gif', base64: 'AAAA' },
      { mediaType: 'image/png', base64: 'not base64!' },
      { mediaType: 'image/png', base64: 'A'.repeat((BRANDING.logoBytes * 4) / 3 + 12) },
      { mediaType: 'image/png', base64: Buffer.alloc(BRANDING.logoBytes + 2).toString('base64') },
    ]) {
      const refused = await admin.refusal(saveReportSettings, { body: { ...PLAIN, logo } })
      expect(refused.status).toBe(400)
      expect(refused.body.fields?.[0]?.field).toMatch(/^body\.logo/)
    }
    expect(await looks()).toEqual([])
  })

  test('that takes long to check, while other requests continue', async () => {
    const draw = createLogoDrawing({ logger: quietLogger, withinMs: 2_000 })
    const bytes = Buffer.from(`<svg>${'<!--'.repeat(120_000)}`)
    const drawing = draw({ mediaType: 'image/svg+xml', bytes })
    let isDone = false
    drawing.catch(() => (isDone = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(isDone).toBe(false)
    await expect(drawing).rejects.toMatchObject({
      status: 400,
      fields: [{ field: 'body.logo', message: CANNOT }],
    })
  })

  test('that takes too long', async () => {
    const draw = createLogoDrawing({ logger: quietLogger, withinMs: 1 })
    const bytes = pngOf({ width: 2_000, height: 2_000 })
    await expect(draw({ mediaType: 'image/png', bytes })).rejects.toMatchObject({
      status: 400,
      fields: [{ field: 'body.logo', message: CANNOT }],
    })
  })
})

test('a logo whose thread ends is reported as a failure of the server, and the next attempt succeeds', async () => {
  const body = { ...PLAIN, logo: png(pngOf({ width: 3, height: 3 })) }
  endNextThread()
  const refused = await admin.refusal(saveReportSettings, { body })
  expect(refused).toMatchObject({
    status: 500,
    body: { message: 'The logo could not be rendered. Please try again.' },
  })
  expect(await looks()).toEqual([])
  await admin.call(saveReportSettings, { body })
})

test.each(['viewer', 'technician'] as const)('a %s cannot change the look', async (role) => {
  const person = await app.signIn(role)
  expect((await person.refusal(saveReportSettings, { body: PLAIN })).status).toBe(403)
})

test.each([
  [{ name: 'n'.repeat(81) }, 'body.name'],
  [{ footer: 'f'.repeat(201) }, 'body.footer'],
  [{ accentColor: 'red' }, 'body.accentColor'],
  [{ retentionMonths: 0 }, 'body.retentionMonths'],
  [{ retentionMonths: 121 }, 'body.retentionMonths'],
])('bad input is named: %o', async (changes, field) => {
  const { status, body } = await admin.refusal(saveReportSettings, {
    body: { ...PLAIN, ...changes },
  })
  expect([status, body.fields?.[0]?.field]).toEqual([400, field])
})
