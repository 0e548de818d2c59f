import { expect, onTestFinished, test } from 'vitest'

import { appToken, pathOf, startFakeMicrosoft, tokenReply } from '../testing/fake-microsoft.ts'
import type { Handler, Reply } from '../testing/fake-microsoft.ts'
import { createJumpingTime } from '../testing/time.ts'
import type { Cloud } from './clouds.ts'
import { CLOUDS } from './clouds.ts'
import type { RequestRecord } from './request-log.ts'
import type { AppCredential } from './token-request.ts'
import { createTokens } from './tokens.ts'
import { createTransport } from './transport.ts'

const TENANT = '6f3c9f2e-6a53-4a0b-9d2e-0d2a6c1f7b11'
const SECRET = 'S3cret~value&=%'

type Options = { cloud?: Cloud; deadlineMs?: number; credential?: AppCredential }

async function setUp(handle: Handler, options: Options = {}) {
  const { cloud = 'global', deadlineMs = 30_000 } = options
  const microsoft = await startFakeMicrosoft(handle)
  const time = createJumpingTime()
  const transport = createTransport({ microsoftEndpoint: microsoft.endpoint })
  const records: RequestRecord[] = []
  const tokens = createTokens({
    transport,
    cloud,
    clientId: 'the-app',
    credential: options.credential ?? { kind: 'secret', secret: SECRET },
    ...time,
    random: () => 0.5,
    deadlineMs,
    onRequest: (record) => records.push(record),
  })
  onTestFinished(async () => {
    await transport.close()
    await microsoft.close()
  })
  return { tokens, time, seen: microsoft.seen, records }
}

/** Answers in this order; the last one for ever. */
function inOrder(...replies: Reply[]): Handler {
  let next = 0
  return () => replies[Math.min(next++, replies.length - 1)]
}

const refusal = (number: number, error: string, status: number, headers = {}): Reply => ({
  status,
  headers,
  body: { error, error_codes: [number], error_description: `AADSTS${number}: ${SECRET}` },
})

test.each<Cloud>(['global', 'usgov', 'usgovdod', 'china'])(
  'a token of the cloud %s takes one request, to its login host and for its scope',
  async (cloud) => {
    const { tokens, seen, time } = await setUp(() => tokenReply(['User.Read.All']), { cloud })
    const token = await tokens.tokenFor(TENANT)
    expect(token.roles).toEqual(['User.Read.All'])
    expect(token.expiresAt.getTime() - time.clock.now().getTime()).toBe(3_599_000)
    expect(seen).toMatchObject([{ method: 'POST', host: CLOUDS[cloud].loginHost }])
    expect(pathOf(seen[0]?.path ?? '')).toBe(`/${TENANT}/oauth2/v2.0/token`)
    const form = new URLSearchParams(seen[0]?.body)
    expect(form.get('grant_type')).toBe('client_credentials')
    expect(form.get('client_id')).toBe('the-app')
    expect(form.get('client_secret')).toBe(SECRET)
    expect(form.get('scope')).toBe(CLOUDS[cloud].scope)
  },
)

test('ten callers who miss at one moment make one request', async () => {
  const { tokens, seen } = await setUp(() => tokenReply())
  const all = await Promise.all(Array.from({ length: 10 }, () => tokens.tokenFor(TENANT)))
  expect(new Set(all.map(({ accessToken }) => accessToken)).size).toBe(1)
  await tokens.tokenFor(TENANT.toUpperCase())
  expect(seen).toHaveLength(1)
})

test('tenants never share a token', async () => {
  const { tokens, seen } = await setUp(({ path }) => ({
    body: {
      token_type: 'Bearer',
      expires_in: 3599,
      access_token: appToken({ roles: [pathOf(path)] }),
    },
  }))
  const [a, b] = await Promise.all([tokens.tokenFor('a.example'), tokens.tokenFor('b.example')])
  expect([a.roles, b.roles]).toEqual([
    ['/a.example/oauth2/v2.0/token'],
    ['/b.example/oauth2/v2.0/token'],
  ])
  expect(seen).toHaveLength(2)
})

test('a token is kept until five minutes before its end, then renewed once', async () => {
  const { tokens, seen, time } = await setUp(() => tokenReply())
  await tokens.tokenFor(TENANT)
  time.pass(3_599_000 - 301_000)
  await tokens.tokenFor(TENANT)
  expect(seen).toHaveLength(1)
  time.pass(2_000)
  await Promise.all([tokens.tokenFor(TENANT), tokens.tokenFor(TENANT)])
  expect(seen).toHaveLength(2)
})

test('a token that lives only a minute is still used more than once', async () => {
  const { tokens, seen, time } = await setUp(() => ({
    body: { expires_in: '60', access_token: appToken({ roles: ['User.Read.All'] }) },
  }))
  await tokens.tokenFor(TENANT)
  time.pass(40_000)
  await tokens.tokenFor(TENANT)
  expect(seen).toHaveLength(1)
})

test('a token that still lives is used while its renewal fails, and no longer', async () => {
  const { tokens, time } = await setUp(inOrder(tokenReply(), { status: 503 }))
  const first = await tokens.tokenFor(TENANT)
  time.pass(3_599_000 - 200_000)
  expect(await tokens.tokenFor(TENANT)).toBe(first)
  time.pass(200_000)
  await expect(tokens.tokenFor(TENANT)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('a renewal that is refused for good fails, though the token still lives', async () => {
  const { tokens, time } = await setUp(
    inOrder(tokenReply(), refusal(7000222, 'invalid_client', 401)),
  )
  await tokens.tokenFor(TENANT)
  time.pass(3_599_000 - 200_000)
  await expect(tokens.tokenFor(TENANT)).rejects.toMatchObject({ code: 'INVALID_CLIENT_SECRET' })
})

test('a forgotten token is asked for again, also when it was still on its way', async () => {
  const { tokens, seen } = await setUp(() => tokenReply())
  const onItsWay = tokens.tokenFor(TENANT)
  tokens.forget(TENANT)
  await onItsWay
  await tokens.tokenFor(TENANT)
  expect(seen).toHaveLength(2)
  tokens.forgetAll()
  await tokens.tokenFor(TENANT)
  expect(seen).toHaveLength(3)
})

test('forgetting a refused token keeps the newer one', async () => {
  const { tokens, seen } = await setUp(() => tokenReply())
  const refused = await tokens.tokenFor(TENANT)
  tokens.forget(TENANT, refused)
  const newer = await tokens.tokenFor(TENANT)
  tokens.forget(TENANT, refused)
  expect(await tokens.tokenFor(TENANT)).toBe(newer)
  expect(seen).toHaveLength(2)
})

test('a token without any role means that consent is missing, and is not kept', async () => {
  const { tokens, seen } = await setUp(
    inOrder({ body: { expires_in: 3599, access_token: appToken({ ver: '1.0' }) } }, tokenReply()),
  )
  await expect(tokens.tokenFor(TENANT)).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' })
  expect((await tokens.tokenFor(TENANT)).roles).toEqual(['Directory.Read.All'])
  expect(seen).toHaveLength(2)
})

test.each(['opaque', 'a.b.c', 'EwB4A8l6BAAU.!!.x'])(
  'a token that cannot be read (%s) is used all the same',
  async (access_token) => {
    const { tokens } = await setUp(() => ({ body: { expires_in: 3599, access_token } }))
    expect(await tokens.tokenFor(TENANT)).toMatchObject({ accessToken: access_token, roles: [] })
  },
)

test('a refusal carries what diagnostics need, and nothing secret', async () => {
  const { tokens, seen, records } = await setUp(() => ({
    ...refusal(7000215, 'invalid_client', 401, { 'x-ms-request-id': 'ests-1' }),
  }))
  const error: unknown = await tokens.tokenFor(TENANT).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'INVALID_CLIENT_SECRET',
    microsoftCode: 'AADSTS7000215',
    status: 401,
    requestId: 'ests-1',
    path: `/${TENANT}/oauth2/v2.0/token`,
    correlationId: new URLSearchParams(seen[0]?.body).get('client-request-id'),
  })
  expect(String(error) + JSON.stringify(error)).not.toContain(SECRET)
  expect(seen).toHaveLength(1)
  expect(records).toMatchObject([
    { tenantId: TENANT, pathTemplate: '/{id}/oauth2/v2.0/token', status: 401, attempt: 1 },
  ])
})

test.each<[string, Reply]>([
  ['AADSTS90033', refusal(90033, 'temporarily_unavailable', 503)],
  ['AADSTS90024 under a 400', refusal(90024, 'temporarily_unavailable', 400)],
  ['an empty 502', { status: 502 }],
  ['HTML under a 200', { status: 200, body: '<html>hello</html>' }],
  ['a 200 without a token', { status: 200, body: { token_type: 'Bearer' } }],
])('%s is tried again', async (_, reply) => {
  const { tokens, seen, time } = await setUp(inOrder(reply, reply, tokenReply()))
  await tokens.tokenFor(TENANT)
  expect(seen).toHaveLength(3)
  expect(time.slept).toEqual([375, 750])
})

test('a reset connection is tried again, and a 429 waits as it says', async () => {
  let asked = 0
  const { tokens, time } = await setUp((_, response) => {
    asked += 1
    if (asked === 1) {
      response.destroy()
      return undefined
    }
    return asked === 2 ? { status: 429, headers: { 'retry-after': '7' } } : tokenReply()
  })
  await tokens.tokenFor(TENANT)
  expect(time.slept).toEqual([375, 7_000])
})

test('faults that do not pass end with their code', async () => {
  const { tokens, seen } = await setUp(() => ({ status: 200, body: '<html>' }))
  await expect(tokens.tokenFor(TENANT)).rejects.toMatchObject({ code: 'MALFORMED_ANSWER' })
  expect(seen).toHaveLength(5)
  const throttled = await setUp(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
  await expect(throttled.tokens.tokenFor(TENANT)).rejects.toMatchObject({ code: 'THROTTLED' })
  expect(throttled.seen).toHaveLength(1)
})

test('a silent connection is left after a third of the deadline, and another one tried', async () => {
  let asked = 0
  const handle: Handler = () => {
    asked += 1
    return asked === 1 ? undefined : tokenReply()
  }
  const { tokens } = await setUp(handle, { deadlineMs: 1_500 })
  expect((await tokens.tokenFor(TENANT)).roles).toEqual(['Directory.Read.All'])
  const silent = await setUp(() => undefined, { deadlineMs: 300 })
  expect(await silent.tokens.tokenFor(TENANT).catch((error: unknown) => error)).toMatchObject({
    code: 'UNAVAILABLE',
    microsoftCode: 'TIMEOUT',
  })
})

test('a caller who stops waiting gets its reason, and the others get the token', async () => {
  const { tokens, seen } = await setUp(() => tokenReply())
  const abort = new AbortController()
  const leaving = tokens.tokenFor(TENANT, { signal: abort.signal })
  const staying = tokens.tokenFor(TENANT)
  abort.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  expect((await staying).roles).toEqual(['Directory.Read.All'])
  expect(seen).toHaveLength(1)
  await expect(tokens.tokenFor(TENANT, { signal: abort.signal })).rejects.toThrow('gone')
})

test.each(['../common', 'a/b', '', 'a b', 'common?x='])(
  'the tenant name %j reaches no address',
  async (tenantId) => {
    const { tokens, seen } = await setUp(() => tokenReply())
    await expect(tokens.tokenFor(tenantId)).rejects.toMatchObject({ code: 'APP_NOT_FOUND' })
    expect(seen).toEqual([])
  },
)

test('common is no tenant for an app-only token', async () => {
  const { tokens, seen } = await setUp(() => tokenReply())
  await expect(tokens.tokenFor('common')).rejects.toMatchObject({ code: 'INTERNAL' })
  expect(seen).toEqual([])
})

const assertionOf = (body: string | undefined) => new URLSearchParams(body).get('client_assertion')

test('a federated application reads its assertion again for every request', async () => {
  let read = 0
  const assertion = async () => `assertion-${(read += 1)}`
  const { tokens, seen } = await setUp(inOrder({ status: 503 }, tokenReply()), {
    credential: { kind: 'federated', assertion },
  })
  await tokens.tokenFor(TENANT)
  expect(seen.map(({ body }) => assertionOf(body))).toEqual(['assertion-1', 'assertion-2'])
  const form = new URLSearchParams(seen[0]?.body)
  expect(form.get('client_assertion_type')).toBe(
    'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  )
  expect(form.has('client_secret')).toBe(false)
})

test('a missing assertion is a failure of the credential, and no request is sent', async () => {
  const assertion = () => Promise.reject(new Error(`cannot read ${SECRET}`))
  const { tokens, seen } = await setUp(() => tokenReply(), {
    credential: { kind: 'federated', assertion },
  })
  const error: unknown = await tokens.tokenFor(TENANT).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'INVALID_CLIENT_SECRET', microsoftCode: null })
  expect(String(error)).not.toContain(SECRET)
  expect(seen).toEqual([])
})

test('an assertion that times out is requested again, and blocks no request forever', async () => {
  const silence = new Promise<string>(() => {})
  let read = 0
  const assertion = () => ((read += 1) === 1 ? silence : Promise.resolve('assertion'))
  const { tokens } = await setUp(() => tokenReply(), {
    credential: { kind: 'federated', assertion },
    deadlineMs: 3_000,
  })
  expect((await tokens.tokenFor(TENANT)).accessToken).not.toBe('')
  const { tokens: never } = await setUp(() => tokenReply(), {
    credential: { kind: 'federated', assertion: () => silence },
    deadlineMs: 30,
  })
  await expect(never.tokenFor(TENANT)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('what is no certificate is a failure of the credential', async () => {
  const { tokens, seen } = await setUp(() => tokenReply(), {
    credential: { kind: 'certificate', privateKeyPem: 'no key', certificatePem: 'no certificate' },
  })
  await expect(tokens.tokenFor(TENANT)).rejects.toMatchObject({ code: 'INVALID_CLIENT_SECRET' })
  expect(seen).toEqual([])
})
