import { getPreferences } from '@tenantscope/contract/account'
import { getCurrentUser, getSignInOptions, signInLocally } from '@tenantscope/contract/auth'
import type { SignInRefusal } from '@tenantscope/contract/auth'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'

import type { FakeServer } from '../../testing/fake-server.ts'
import { administrator, preferences } from '../../testing/people.ts'
import { renderApp, signInAs } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

const openForm = { name: 'Need to use a local account?' }
const submit = { name: /Sign in with Local Account/ }
const microsoft = { name: 'Sign in with Microsoft' }

async function openLocalForm(at = '/', prepare?: (server: FakeServer) => void) {
  const app = await renderApp({ person: null, at, ...(prepare ? { prepare } : {}) })
  await app.user.click(await screen.findByRole('button', openForm))
  await screen.findByPlaceholderText('Enter your username')
  return app
}

async function signIn(app: Awaited<ReturnType<typeof openLocalForm>>) {
  await app.user.type(screen.getByPlaceholderText('Enter your username'), 'admin')
  await app.user.type(screen.getByPlaceholderText('Enter your password'), 'Secret-Secret-1')
  await app.user.click(screen.getByRole('button', submit))
}

/** What the browser is asked to say aloud from now on: jsdom has no voice. */
function listenToSpeech(): readonly string[] {
  const spoken: string[] = []
  Object.defineProperty(document, 'ariaNotify', {
    value: (text: string) => spoken.push(text),
    configurable: true,
  })
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'ariaNotify')
  })
  return spoken
}

test('the login screen says what the specification gives it', async () => {
  await renderApp({ person: null })
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    'Sign in with Microsoft',
  )
  for (const text of [
    'Welcome to Tenantscope',
    'Access your Microsoft 365 audit dashboard',
    'Secured with Microsoft Authentication and enterprise access controls',
  ])
    expect(screen.getByText(text)).toBeInTheDocument()
  await waitFor(() => expect(document.title).toBe('Sign in – Tenantscope'))
})

test.each([
  ['/', '/api/auth/microsoft/login'],
  ['/login', '/api/auth/microsoft/login'],
  ['/tenant/1?tab=licenses', '/api/auth/microsoft/login?returnTo=%2Ftenant%2F1%3Ftab%3Dlicenses'],
  ['/login?error=expired&returnTo=%2Foverview', '/api/auth/microsoft/login?returnTo=%2Foverview'],
  ['/login?returnTo=https%3A%2F%2Fevil.example', '/api/auth/microsoft/login'],
])('at %s the Microsoft button leads to %s', async (at, address) => {
  await renderApp({ person: null, at })
  expect(await screen.findByRole('link', microsoft)).toHaveAttribute('href', address)
})

test('a spinner shows until the server has said who is there', async () => {
  let release: (() => void) | undefined
  await renderApp({
    person: null,
    prepare: (server) => {
      release = server.hold(getCurrentUser)
    },
  })
  expect(screen.getByText('Checking authentication...')).toBeInTheDocument()
  release?.()
  expect(await screen.findByRole('link', microsoft)).toBeInTheDocument()
})

test('the local form is closed, also to the keyboard, until it is asked for', async () => {
  const { user } = await renderApp({ person: null })
  const toggle = await screen.findByRole('button', openForm)
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  const fold = document.getElementById(toggle.getAttribute('aria-controls') ?? '')
  expect(fold).toHaveAttribute('inert')
  await user.click(toggle)
  expect(await screen.findByPlaceholderText('Enter your username')).toBeInTheDocument()
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(fold).not.toHaveAttribute('inert')
  await user.type(screen.getByPlaceholderText('Enter your username'), 'admin')
  await user.click(toggle)
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  expect(fold).toHaveAttribute('inert')
  expect(screen.getByPlaceholderText('Enter your username')).toHaveValue('admin')
})

test('missing entries are named under their fields and nothing is sent', async () => {
  const { user, server } = await openLocalForm('/', (server) =>
    server.answer(signInLocally, { user: administrator }),
  )
  await user.click(screen.getByRole('button', submit))
  expect(await screen.findByText('Username is required')).toBeInTheDocument()
  expect(screen.getByText('Password is required')).toBeInTheDocument()
  expect(screen.getByPlaceholderText('Enter your username')).toBeInvalid()
  expect(server.requestsTo(signInLocally)).toEqual([])
})

test('while the server decides, inputs and button are locked and a spinner shows', async () => {
  const app = await openLocalForm('/', (server) =>
    server.refuse(signInLocally, { status: 401, code: 'WRONG_CREDENTIALS', message: 'Wrong' }),
  )
  const release = app.server.hold(signInLocally)
  await signIn(app)
  const button = await screen.findByRole('button', submit)
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  expect(within(button).getByRole('progressbar')).toBeInTheDocument()
  for (const name of ['Enter your username', 'Enter your password']) {
    const field = screen.getByPlaceholderText<HTMLInputElement>(name)
    expect(field.closest('fieldset')).toHaveAttribute('aria-disabled', 'true')
    const before = field.value
    await app.user.type(field, 'more{Enter}')
    expect(field).toHaveValue(before)
  }
  await app.user.click(button)
  release()
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
  expect(app.server.requestsTo(signInLocally)).toHaveLength(1)
})

test("a refusal shows the server's sentence in an alert, which a new attempt clears", async () => {
  const app = await openLocalForm('/', (server) =>
    server.refuse(signInLocally, {
      status: 401,
      code: 'WRONG_CREDENTIALS',
      message: 'Wrong username or password.',
    }),
  )
  await signIn(app)
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong username or password.')
  const release = app.server.hold(signInLocally)
  await app.user.click(screen.getByRole('button', submit))
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  release()
})

test('after a refusal the keyboard is in the password again, ready to type over it', async () => {
  const app = await openLocalForm('/', (server) =>
    server.refuse(signInLocally, { status: 401, code: 'WRONG_CREDENTIALS', message: 'Wrong' }),
  )
  const password = screen.getByPlaceholderText('Enter your password')
  await signIn(app)
  await waitFor(() => expect(password).toHaveFocus())
  await app.user.keyboard('Another-1{Enter}')
  await waitFor(() =>
    expect(app.server.requestsTo(signInLocally)[1]?.body).toMatchObject({ password: 'Another-1' }),
  )
  await screen.findByRole('alert')
  await waitFor(() => expect(password).toHaveFocus())
})

test("a refusal without the server's words reads 'Login failed'", async () => {
  const app = await openLocalForm('/', (server) => server.cut(signInLocally))
  await signIn(app)
  expect(await screen.findByRole('alert')).toHaveTextContent('Login failed')
})

test.each([
  ['/overview?x=1', 'dashboard', '/overview?x=1'],
  ['/login?returnTo=%2Foverview', 'dashboard', '/overview'],
  ['/', 'tenants', '/overview'],
  ['/', 'licenses', '/admin-licenses'],
  ['/login', 'dashboard', '/dashboard'],
] as const)(
  'after a local sign-in at %s with the default view %s the address is %s',
  async (at, defaultView, address) => {
    const app = await openLocalForm(at, (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getPreferences, { preferences: { ...preferences, defaultView } })
      server.answerWith(signInLocally, () => {
        signInAs(server, administrator)
        return { user: administrator }
      })
    })
    await signIn(app)
    expect(await screen.findByRole('button', { name: 'Account: Administrator' })).toBeVisible()
    await waitFor(() => expect(location.pathname + location.search).toBe(address))
    expect(app.server.requestsTo(signInLocally)[0]?.body).toEqual({
      username: 'admin',
      password: 'Secret-Secret-1',
    })
  },
)

test('a session that the browser does not keep is a failed login, not an empty screen', async () => {
  const app = await openLocalForm('/overview', (server) =>
    server.answer(signInLocally, { user: administrator }),
  )
  await signIn(app)
  expect(await screen.findByRole('alert')).toHaveTextContent('Login failed')
})

test.each([
  ['not_configured', 'Microsoft sign-in is not set up yet'],
  ['cancelled', 'Sign-in was cancelled'],
  ['expired', 'The sign-in took too long'],
  ['other_directory', 'That account belongs to another organization'],
  ['no_account', 'You do not have access to Tenantscope yet'],
  ['disabled', 'Your account is disabled'],
  ['failed', 'Microsoft sign-in did not work'],
] as const satisfies [SignInRefusal, string][])(
  'the refusal %s is explained calmly, with a way on',
  async (code, title) => {
    await renderApp({ person: null, at: `/login?error=${code}` })
    const notice = await screen.findByRole('group')
    expect(notice).toHaveTextContent(title)
    expect(notice).toHaveTextContent(/sign in|try again|ask your Tenantscope administrator/i)
  },
)

test('a code of Microsoft is shown with its cause and its step', async () => {
  const refusal = {
    title: 'This account is not assigned to the application',
    text: 'Ask your Tenantscope administrator to assign the account. (AADSTS50105)',
  }
  const options = { microsoft: true, local: true, simulatedMicrosoft: false }
  await renderApp({
    person: null,
    at: '/login?error=failed',
    prepare: (server) => server.answer(getSignInOptions, { ...options, refusal }),
  })
  expect(await screen.findByText(refusal.title)).toBeInTheDocument()
  expect(screen.getByText(refusal.text)).toBeInTheDocument()
  expect(screen.queryByText('Microsoft sign-in did not work')).not.toBeInTheDocument()
})

test('without a refused sign-in in the address an earlier refusal is not shown', async () => {
  await renderApp({
    person: null,
    at: '/login',
    prepare: (server) =>
      server.answer(getSignInOptions, {
        microsoft: true,
        local: true,
        simulatedMicrosoft: false,
        refusal: { title: 'An earlier cause', text: 'An earlier step.' },
      }),
  })
  expect(await screen.findByRole('link', microsoft)).toBeInTheDocument()
  expect(screen.queryByText('An earlier cause')).not.toBeInTheDocument()
})

test('a refusal of Microsoft is said aloud once', async () => {
  const spoken = listenToSpeech()
  await renderApp({ person: null, at: '/login?error=cancelled' })
  await screen.findByRole('group')
  expect(spoken).toEqual([expect.stringContaining('Sign-in was cancelled')])
})

test('a refused local sign-in is said by its alert and not a second time', async () => {
  const spoken = listenToSpeech()
  const app = await openLocalForm('/', (server) =>
    server.refuse(signInLocally, { status: 401, code: 'WRONG_CREDENTIALS', message: 'Wrong' }),
  )
  await signIn(app)
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong')
  expect(spoken).toEqual([])
})

test('a refusal code that does not exist says nothing', async () => {
  await renderApp({ person: null, at: '/login?error=<b>hello' })
  expect(await screen.findByRole('link', microsoft)).toBeInTheDocument()
  expect(screen.queryByRole('group')).not.toBeInTheDocument()
})

test('without a Microsoft connection its button is explained and the local form is open', async () => {
  await renderApp({
    person: null,
    prepare: (server) =>
      server.answer(getSignInOptions, {
        microsoft: false,
        local: true,
        simulatedMicrosoft: false,
        refusal: null,
      }),
  })
  const button = await screen.findByRole('button', microsoft)
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription(/not set up yet/)
  expect(screen.getByRole('button', openForm)).toHaveAttribute('aria-expanded', 'true')
})

test('what was typed before the server said what it offers stays', async () => {
  let release: (() => void) | undefined
  const { user } = await openLocalForm('/', (server) => {
    server.answer(getSignInOptions, {
      microsoft: false,
      local: true,
      simulatedMicrosoft: false,
      refusal: null,
    })
    release = server.hold(getSignInOptions)
  })
  await user.type(screen.getByPlaceholderText('Enter your username'), 'admin')
  release?.()
  await waitFor(() =>
    expect(screen.getByRole('button', microsoft)).toHaveAttribute('aria-disabled', 'true'),
  )
  expect(screen.getByPlaceholderText('Enter your username')).toHaveValue('admin')
  expect(screen.getByRole('button', openForm)).toHaveAttribute('aria-expanded', 'true')
})

test('where local sign-in is off its form is not there, and the screen says why', async () => {
  await renderApp({
    person: null,
    prepare: (server) =>
      server.answer(getSignInOptions, {
        microsoft: true,
        local: false,
        simulatedMicrosoft: true,
        refusal: null,
      }),
  })
  expect(await screen.findByText(/local accounts is switched off/)).toBeInTheDocument()
  expect(screen.queryByPlaceholderText('Enter your username')).not.toBeInTheDocument()
  expect(screen.getByText('Simulated Microsoft')).toBeInTheDocument()
})

test('a server that cannot be reached is named and can be tried again', async () => {
  const { user, server } = await renderApp({
    person: null,
    prepare: (server) => {
      server.cut(getCurrentUser)
      server.cut(getSignInOptions)
    },
  })
  expect(await screen.findByText('Tenantscope cannot be reached')).toBeInTheDocument()
  server.answer(getSignInOptions, {
    microsoft: true,
    local: true,
    simulatedMicrosoft: false,
    refusal: null,
  })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(screen.queryByText('Tenantscope cannot be reached')).not.toBeInTheDocument(),
  )
})

const WRONG_CODE = 'This code is not right, or it was used already. Enter the next one.'

function askForCode(server: FakeServer) {
  server.refuse(signInLocally, {
    status: 401,
    code: 'SECOND_FACTOR_REQUIRED',
    message: 'Enter the code of your authenticator app',
  })
}

test('an account with a second factor is asked for the code next, and gets in with it', async () => {
  const app = await openLocalForm('/overview', (server) => {
    server.answer(listTenants, noTenants)
    askForCode(server)
  })
  await signIn(app)
  const code = await screen.findByLabelText('Code')
  expect(code).toHaveFocus()
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByText('Code is required')).toBeInTheDocument()
  expect(app.server.requestsTo(signInLocally)).toHaveLength(1)

  app.server.refuse(signInLocally, {
    status: 401,
    code: 'WRONG_CREDENTIALS',
    message: WRONG_CODE,
    fields: [{ field: 'body.code', message: WRONG_CODE }],
  })
  await app.user.type(code, '111111{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(WRONG_CODE)
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus())

  app.server.answerWith(signInLocally, () => {
    signInAs(app.server, administrator)
    return { user: administrator }
  })
  await app.user.clear(screen.getByLabelText('Code'))
  await app.user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByRole('heading', { name: 'Overview' })).toBeInTheDocument()
  expect(app.server.requestsTo(signInLocally).at(-1)?.body).toEqual({
    username: 'admin',
    password: 'Secret-Secret-1',
    code: '123456',
  })
})

test('a recovery code is entered in place of the code', async () => {
  const app = await openLocalForm('/', askForCode)
  await signIn(app)
  await app.user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  const code = screen.getByLabelText('Recovery code')
  expect(code).toHaveAttribute('inputmode', 'text')
  await app.user.type(code, '0123-4567-89AB-CDEF{Enter}')
  await waitFor(() => expect(app.server.requestsTo(signInLocally)).toHaveLength(2))
  expect(app.server.requestsTo(signInLocally)[1]?.body).toMatchObject({
    code: '0123-4567-89AB-CDEF',
  })
  await app.user.click(await screen.findByRole('button', { name: 'Use the authenticator app' }))
  expect(screen.getByLabelText('Code')).toHaveValue('')
})

test('from the code a way leads back to the password', async () => {
  const app = await openLocalForm('/', askForCode)
  await signIn(app)
  await app.user.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await screen.findByPlaceholderText('Enter your password')).toHaveValue('')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a password that was changed before the code came is asked for again', async () => {
  const app = await openLocalForm('/', askForCode)
  await signIn(app)
  const code = await screen.findByLabelText('Code')
  const message = 'Wrong username or password.'
  app.server.refuse(signInLocally, { status: 401, code: 'WRONG_CREDENTIALS', message })
  await app.user.type(code, '123456{Enter}')
  expect(await screen.findByPlaceholderText('Enter your password')).toHaveValue('')
  expect(screen.getByRole('alert')).toHaveTextContent(message)
})
