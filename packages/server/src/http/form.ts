import multipart from '@fastify/multipart'
import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '../lib/app-error.ts'

/** A part of a form, as it comes; the content of a file has to be taken before the next part. */
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

/** Lets the calls of this scope, and no others, take forms. */
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

/** The parts of the request's form in their order. */
export async function* formPartsOf(request: FastifyRequest): AsyncGenerator<FormPart> {
  if (!request.isMultipart())
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file in a multipart form')
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const { fieldname: name, filename: fileName, file: content } = part
        yield { kind: 'file', name, fileName, content }
        // Whatever nobody took is in the way of what follows.
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
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  const isTheirs = typeof code === 'string' && code.startsWith('FST_')
  const isCut = error instanceof Error && /unexpected end|terminated early/i.test(error.message)
  return isTheirs || isCut ? new AppError('BAD_REQUEST', 'The form cannot be read') : error
}
