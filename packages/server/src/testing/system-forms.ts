import type { CallReply } from '@tenantscope/contract/endpoint'
import { ErrorBody } from '@tenantscope/contract/errors'
import type { importData } from '@tenantscope/contract/system'
import type { LightMyRequestResponse } from 'fastify'

import type { TestBrowser } from './test-browser.ts'

export const PASSPHRASE = 'correct horse battery'

export interface Form {
  readonly file?: Buffer | string
  readonly fileName?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** Sends a file as the form of /api/admin/import-data does. */
function upload(browser: TestBrowser, form: Form): Promise<LightMyRequestResponse> {
  const boundary = 'boundary-of-the-tests'
  const { file, fileName = 'file.json', fields = {} } = form
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
  )
  if (file !== undefined)
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/json\r\n\r\n`,
      ),
      Buffer.from(file),
      Buffer.from('\r\n'),
    )
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return browser.request({
    method: 'POST',
    url: '/api/admin/import-data',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat(parts),
  })
}

/** What an import brought; a refusal fails the test. */
export async function uploaded(
  browser: TestBrowser,
  form: Form,
): Promise<CallReply<typeof importData>> {
  const response = await upload(browser, form)
  if (response.statusCode !== 200) throw new Error(`refused: ${response.body}`)
  return response.json()
}

/** The status, code and message of a refused import. */
export async function refusedUpload(browser: TestBrowser, form: Form) {
  const response = await upload(browser, form)
  const { code, message } = ErrorBody.parse(response.json())
  return { status: response.statusCode, code, message }
}

/** A restore, confirmed as the screen does it. */
export const restoring = (file: Buffer | string, passphrase = PASSPHRASE): Form => ({
  file,
  fileName: 'database-backup.json',
  fields: { passphrase, confirmation: 'RESTORE' },
})

/** A downloaded backup. */
export async function downloadBackup(browser: TestBrowser, passphrase = PASSPHRASE) {
  const response = await browser.request({
    method: 'POST',
    url: '/api/admin/database-backup',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    payload: JSON.stringify({ passphrase }),
  })
  return { response, bytes: response.rawPayload }
}
