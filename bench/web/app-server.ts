import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { answerTo } from './answers.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export interface AppServer {
  readonly url: string
  /** Sets whether a user is signed in from now on. */
  setSignedIn(isSignedIn: boolean): void
  /** Sets the user's theme from now on. */
  setTheme(theme: 'light' | 'dark'): void
  stop(): Promise<void>
}

/** The built web app with ready-made answers, so that nothing of the real server is measured. */
export async function startAppServer(folder: string): Promise<AppServer> {
  const packed = new Map<string, Buffer>()
  let isSignedIn = true
  let theme = 'light'

  const pack = (key: string, make: () => string | Buffer): Buffer => {
    const known = packed.get(key) ?? gzipSync(make())
    packed.set(key, known)
    return known
  }
  const answer = (url: URL, response: ServerResponse) => {
    if (url.pathname === '/api/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(':\n\n')
      return
    }
    if (!isSignedIn && url.pathname === '/api/auth/me') {
      sendRefusal(response, 401, 'SIGN_IN_REQUIRED')
      return
    }
    const body = answerTo(url, theme)
    if (body === undefined) sendRefusal(response, 404, 'NOT_FOUND')
    else
      send(
        response,
        'application/json',
        pack(`${theme} ${url.href}`, () => JSON.stringify(body)),
      )
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://app')
    if (url.pathname.startsWith('/api/')) {
      answer(url, response)
      return
    }
    const asked = join(folder, url.pathname)
    const file = extname(url.pathname) !== '' && existsSync(asked) ? asked : `${folder}/index.html`
    send(
      response,
      TYPES[extname(file)] ?? 'application/octet-stream',
      pack(file, () => readFileSync(file)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The app has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    setSignedIn: (value) => {
      isSignedIn = value
    },
    setTheme: (value) => {
      theme = value
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, type: string, body: Buffer): void {
  response.writeHead(200, {
    'content-type': type,
    'content-encoding': 'gzip',
    'content-length': body.length,
  })
  response.end(body)
}

function sendRefusal(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  const message = 'Not here'
  response.end(JSON.stringify({ error: message, message, code, requestId: 'none' }))
}
