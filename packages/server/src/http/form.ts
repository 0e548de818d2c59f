import multipart from '@fastify/multipart'
import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '../lib/app-error.ts'
import { errorCode } from '../lib/error-code.ts'

/** A part of a form as it arrives. A file's content must be read before the next part. */
export type FormPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string
      readonly content: AsyncIterable<Uint8Array>
    }

const FIELDS = 8
const FIELD_BYTES = 8_192

/** Accepts multipart forms for the calls of this scope only. */
export async function acceptForms(
  scope: FastifyInstance,
  { maxBodyBytes }: AnyEndpoint,
): Promise<void> {
  scope.removeContentTypeParser('application/json')
  await scope.register(multipart, {
    limits: {
      fields: FIELDS,
      fieldSize: FIELD_BYTES,
      files: 1,
      parts: FIELDS + 1,
      fileSize: maxBodyBytes,
    },
  })
}

/** Yields the parts of the request's form in order. */
export async function* formPartsOf(request: FastifyRequest): AsyncGenerator<FormPart> {
  if (!request.isMultipart())
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file in a multipart form')
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const { fieldname: name, filename: fileName, file: content } = part
        yield { kind: 'file', name, fileName, content }
        // Unread content would block the next part.
        content.resume()
        if (content.truncated) throw tooLarge()
      } else yield { kind: 'field', name: part.fieldname, value: String(part.value) }
    }
  } catch (error) {
    throw refusalOf(error)
  }
}

const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', 'The file is too large')

function refusalOf(error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  const isTheirs = code?.startsWith('FST_') === true
  const isCut = error instanceof Error && /unexpected end|terminated early/i.test(error.message)
  return isTheirs || isCut ? new AppError('BAD_REQUEST', 'The form cannot be read') : error
}
