import net from 'node:net'
import tls from 'node:tls'

import {
  MAIL_PASSWORD_MARKER,
  getMailSettings,
  saveMailSettings,
  testMail,
} from '@tenantscope/contract/mail'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { MAIL_ACCOUNT, startMailServer } from '../../testing/mail-server.ts'
import type { MailServer } from '../../testing/mail-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { tlsPair } from '../../testing/tls-pair.ts'

const trusted = tls.getCACertificates('default')

let app: TestApp
let admin: TestBrowser
let server: MailServer

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  admin = await app.signIn('admin')
  server = await startMailServer()
  tls.setDefaultCACertificates([...trusted, tlsPair.cert])
})
afterEach(async () => {
  tls.setDefaultCACertificates(trusted)
  await server.close()
})
afterAll(() => app.close())

const settings = (changes: object = {}) => ({
  host: 'localhost',
  port: server.port,
  security: 'starttls' as const,
  username: MAIL_ACCOUNT.username,
  password: MAIL_ACCOUNT.password as string | null,
  from: 'reports@partner.example',
  fromName: 'Northwind',
  ...changes,
})
const save = (changes: object = {}, version?: number) =>
  admin.call(saveMailSettings, {
    body: { settings: settings(changes), ...(version === undefined ? {} : { version }) },
  })
const refusedSave = (changes: object) =>
  admin.refusal(saveMailSettings, { body: { settings: settings(changes) } })
const row = () =>
  app.database.handle.db.selectFrom('mailSettings').selectAll().executeTakeFirstOrThrow()
const audited = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'oldValue', 'newValue', 'details'])
    .where('action', '=', 'mail server changed')
    .orderBy('id')
    .execute()
const tried = () => admin.call(testMail, {})

test('there is no mail server until one is set, and none again after', async () => {
  expect(await admin.call(getMailSettings, {})).toEqual({
    settings: null,
    version: 1,
    updatedAt: null,
    updatedBy: null,
  })
  const { password: _, ...shown } = settings()
  expect(await save()).toMatchObject({
    settings: { ...shown, password: MAIL_PASSWORD_MARKER },
    version: 2,
  })
  const none = await admin.call(saveMailSettings, { body: { settings: null, version: 2 } })
  expect(none).toMatchObject({ settings: null, version: 3 })
  expect(await row()).toMatchObject({ host: null, sealedPassword: null })
  expect((await admin.refusal(testMail)).body.message).toBe('Save a mail server first')
})

test('an account name without visible characters is refused, and no text breaks the row', async () => {
  expect((await save({ username: 'o\0dd', fromName: '\0' })).settings).toMatchObject({
    username: 'odd',
    fromName: null,
  })
  const { settings: saved } = await save({ username: '\0', password: null })
  expect(saved).toMatchObject({ username: null, password: null })
})

describe('the password', () => {
  test('is nowhere: not in answers, the trail, the log or the row', async () => {
    const replies = [await save(), await admin.call(getMailSettings, {}), await tried()]
    const seen = JSON.stringify([replies, await audited(), await row(), app.log])
    expect(seen).not.toContain(MAIL_ACCOUNT.password)
    expect(seen).not.toContain(Buffer.from(MAIL_ACCOUNT.password).toString('base64'))
    expect((await row()).sealedPassword).toMatch(/^v1\./)
    const [entry] = await audited()
    expect(JSON.parse(entry?.newValue ?? '')).toMatchObject({ password: 'set', host: 'localhost' })
  })

  test('stays with its marker while it is for the same account, and still works', async () => {
    await save()
    const kept = await save({ password: MAIL_PASSWORD_MARKER, fromName: 'Other' })
    expect(kept).toMatchObject({ settings: { fromName: 'Other', password: MAIL_PASSWORD_MARKER } })
    expect(await tried()).toMatchObject({ isSent: true })
    expect((await audited())[1]?.details).toBe('fromName')
  })

  test('that is entered again unchanged is no change', async () => {
    await save()
    expect((await save()).version).toBe(2)
    expect(await audited()).toHaveLength(1)
  })

  test.each([
    { host: 'mail.evil.example' },
    { port: 2_525 },
    { security: 'none' },
    { username: 'another-user' },
  ])('is asked for again with %o, and goes nowhere', async (changes) => {
    await save()
    const { status, body } = await refusedSave({ ...changes, password: MAIL_PASSWORD_MARKER })
    const message = 'Enter the password again'
    expect([status, body.fields]).toEqual([400, [{ field: 'body.settings.password', message }]])
    expect((await admin.call(getMailSettings, {})).version).toBe(2)
  })

  test('is required when none is stored, and not kept without a user name', async () => {
    for (const [password, message] of [
      [MAIL_PASSWORD_MARKER, 'Enter the password again'],
      [null, 'Enter the password'],
      ['', 'Enter the password'],
    ] as const)
      expect((await refusedSave({ password })).body.fields).toEqual([
        { field: 'body.settings.password', message },
      ])
    expect((await save({ username: null })).settings).toMatchObject({
      username: null,
      password: null,
    })
  })
})

test('saving an old version reports the last author, and writes nothing', async () => {
  await save({}, 1)
  const { status, body } = await admin.refusal(saveMailSettings, {
    body: { settings: settings({ fromName: 'Late' }), version: 1 },
  })
  expect(status).toBe(409)
  expect(body.message).toMatch(/^changed by admin-\S+ at \d{4}-\d\d-\d\dT\S+Z$/u)
  expect(await row()).toMatchObject({ fromName: 'Northwind', version: 2 })
})

test.each([
  [{ host: '' }, 'body.settings.host'],
  [{ host: 'http://mail.example' }, 'body.settings.host'],
  [{ host: 'mail.example\r\nX: y' }, 'body.settings.host'],
  [{ port: 0 }, 'body.settings.port'],
  [{ port: 65_536 }, 'body.settings.port'],
  [{ security: 'ssl' }, 'body.settings.security'],
  [{ from: 'no-address' }, 'body.settings.from'],
  [{ from: 'a@b.example\r\nBcc: c@d.example' }, 'body.settings.from'],
])('bad input is named: %o', async (changes, field) => {
  const { status, body } = await refusedSave(changes)
  expect([status, body.fields?.[0]?.field]).toEqual([400, field])
  expect((await row()).version).toBe(1)
})

test('changing or removing it asks for a fresh sign-in: it holds credentials, and mail goes by it', async () => {
  await save()
  app.clock.advance({ minutes: 11 })
  const stale = { status: 403, body: { code: 'FRESH_SIGN_IN_REQUIRED' } }
  expect(await refusedSave({ host: 'mail.elsewhere.example' })).toMatchObject(stale)
  const removal = { body: { settings: null } }
  expect(await admin.refusal(saveMailSettings, removal)).toMatchObject(stale)
  expect(await row()).toMatchObject({ host: 'localhost', version: 2 })
})

test.each(['viewer', 'technician'] as const)('a %s has nothing to do with it', async (role) => {
  const person = await app.signIn(role)
  for (const refused of [
    await person.refusal(getMailSettings),
    await person.refusal(saveMailSettings, { body: { settings: null } }),
    await person.refusal(testMail),
  ])
    expect(refused.status).toBe(403)
})

describe('a test mail', () => {
  test('goes to the requesting user, signed in and encrypted', async () => {
    await save()
    const { isSent, message } = await tried()
    expect([isSent, message]).toEqual([
      true,
      expect.stringMatching(/^A test mail was sent to admin-/) as unknown,
    ])
    expect(server.received).toMatchObject([
      {
        from: 'reports@partner.example',
        to: [expect.stringMatching(/^admin-\d+@partner\.example$/) as unknown],
        isEncrypted: true,
        username: MAIL_ACCOUNT.username,
        headers: {
          from: 'Northwind <reports@partner.example>',
          subject: 'Test mail of Tenantscope',
          'auto-submitted': 'auto-generated',
        },
      },
    ])
  })

  test('goes over TLS from the first byte, and over nothing where that was chosen', async () => {
    const secure = await startMailServer({ secure: true })
    await save({ port: secure.port, security: 'tls' })
    expect(await tried()).toMatchObject({ isSent: true })
    expect(secure.received).toMatchObject([{ isEncrypted: true }])
    await secure.close()
    const plain = await startMailServer({ hideSTARTTLS: true, allowInsecureAuth: true })
    await save({ port: plain.port, security: 'none' })
    expect(await tried()).toMatchObject({ isSent: true })
    expect(plain.received).toMatchObject([{ isEncrypted: false }])
    await plain.close()
  })

  test('needs an address of the person', async () => {
    await save()
    await app.database.handle.db.updateTable('users').set({ email: null }).execute()
    const { status, body } = await admin.refusal(testMail)
    expect([status, body.message]).toEqual([
      409,
      'Your account has no e-mail address to send a test mail to',
    ])
  })

  test.each([
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    '"x" <c@d.example>',
    'no-address',
  ])('is not sent to an address such as %s', async (email) => {
    await save()
    await app.database.handle.db.updateTable('users').set({ email }).execute()
    expect(await tried()).toEqual({
      isSent: false,
      message: 'The recipient has no e-mail address that mail can be sent to.',
    })
    expect(server.received).toEqual([])
  })

  test('keeps to its headers whatever the names hold', async () => {
    await save({ fromName: 'North\r\nBcc: c@d.example\r\n\r\nBody \u202E' })
    await app.database.handle.db
      .updateTable('users')
      .set({ username: 'x\r\nBcc: e@f.example' })
      .execute()
    expect(await tried()).toMatchObject({ isSent: true })
    const [mail] = server.received
    expect(mail?.headers['bcc']).toBeUndefined()
    expect(mail?.to).toHaveLength(1)
    expect(mail?.headers['to']).toContain('x Bcc: e@f.example')
  })
})

const failing = async (changes: object) => {
  await save(changes)
  const answer = await tried()
  expect(JSON.stringify(answer)).not.toContain('inner text')
  return answer
}
const failed = (message: string) => ({ isSent: false, message })

describe('a test mail that fails says why, without a word of the server', () => {
  test('a wrong password', async () => {
    expect(await failing({ password: 'wrong' })).toEqual(
      failed('The mail server refused the user name or password (535).'),
    )
  })

  test('a refused recipient', async () => {
    server.refuse = { code: 550 }
    expect(await failing({})).toEqual(
      failed("The mail server refused the recipient's address (550)."),
    )
  })

  test('an untrusted certificate', async () => {
    tls.setDefaultCACertificates(trusted)
    expect(await failing({})).toEqual(
      failed("The mail server's certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)."),
    )
    expect(server.received).toEqual([])
  })

  test('a certificate of another name', async () => {
    expect(await failing({ host: '127.0.0.1' })).toEqual(
      failed("The mail server's certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)."),
    )
  })

  test('a server without the protection that was asked for: no password is sent', async () => {
    const attempts: string[] = []
    const plain = await startMailServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username }, _session, callback) => {
        attempts.push(username ?? '')
        callback(null, { user: username })
      },
    })
    expect((await failing({ port: plain.port })).message).toMatch(
      /^The mail server does not support the TLS setting/,
    )
    expect(attempts).toEqual([])
    await plain.close()
  })

  test('no server', async () => {
    await server.close()
    expect(await failing({})).toEqual(failed('The mail server cannot be reached (ECONNREFUSED).'))
    server = await startMailServer()
  })

  test('a server of another kind', async () => {
    const other = net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    expect((await failing({ port })).message).toBe('The server did not respond as a mail server.')
    other.close()
  })

  test('a password whose key is gone', async () => {
    await save()
    const sealedPassword = 'v1.000000000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    await app.database.handle.db.updateTable('mailSettings').set({ sealedPassword }).execute()
    expect(await tried()).toEqual(
      failed('The stored password cannot be opened with the keys of SECRET_KEY; enter it again.'),
    )
  })
})
