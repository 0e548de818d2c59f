import type { GraphAnswer, GraphCall } from './call.ts'
import { personOf } from './memberships.ts'
import { GraphRefusal } from './refusals.ts'

type Body = Readonly<Record<string, unknown>>

/** Takes a mail: 202 and no body. Nothing is sent; it is kept in the world's mails. */
export function sendMail(call: GraphCall, id: string): GraphAnswer {
  const sender = personOf(call, id)
  const body = readBody(call)
  const { message } = body
  if (!isBody(message)) throw invalid('The Message parameter is required.')
  const recipients = recipientsOf(message['toRecipients'])
  if (recipients.length === 0) throw invalid('At least one recipient is not valid.')
  call.world.mails.push({
    tenantId: call.tenant.id,
    senderId: sender.id,
    sentAt: new Date(call.now).toISOString(),
    recipients,
    message,
  })
  return { status: 202, headers: {}, body: '' }
}

function readBody(call: GraphCall): Body {
  try {
    const body: unknown = JSON.parse(call.body)
    if (isBody(body)) return body
  } catch {
    // Refused below, as a body that is no object is.
  }
  throw invalid('Unable to read JSON request payload.')
}

function recipientsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value
    .map((recipient: unknown) => isBody(recipient) && recipient['emailAddress'])
    .map((address) => (isBody(address) ? address['address'] : undefined))
    .filter((address) => typeof address === 'string' && address.includes('@'))
    .map(String)
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(message: string): GraphRefusal {
  return new GraphRefusal(400, 'ErrorInvalidRequest', { message })
}
