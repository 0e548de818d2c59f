import { headerOf, type SimRequest } from '../http.ts'
import { verifyClientAssertion } from './client-assertion.ts'
import type { IdentityContext } from './context.ts'
import { IdentityRefusal } from './refusals.ts'
import {
  appDetails,
  directoryName,
  refuseByFault,
  required,
  type ClientProof,
  type TokenRequest,
} from './token-request.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const SECRET_FAULTS = { 'secret-expired': 'secretExpired', 'wrong-secret': 'wrongSecret' } as const
const ASSERTION_FAULTS = {
  'certificate-expired': 'assertionKeyExpired',
  'federation-unmatched': 'federationUnmatched',
} as const

/** Throws unless the app proves who it is: by its secret, its certificate or a federated token. */
export async function authenticateClient(
  context: IdentityContext,
  asked: TokenRequest,
): Promise<ClientProof> {
  const { clientId, clientSecret } = context.world.registration
  const basic = readBasic(asked.request)
  const givenId = basic?.id ?? required(asked.form, 'client_id')
  if (givenId.toLowerCase() !== clientId) {
    throw new IdentityRefusal('appUnknown', {
      appId: givenId,
      tenant: directoryName(asked.directory),
    })
  }
  refuseByFault(context, asked.target, { 'app-disabled': 'appDisabled' })
  const assertion = asked.form.get('client_assertion')
  if (assertion && asked.form.get('client_assertion_type') === ASSERTION_TYPE) {
    refuseByFault(context, asked.target, ASSERTION_FAULTS)
    await verifyClientAssertion(context, asked, assertion)
    return '2'
  }
  refuseByFault(context, asked.target, SECRET_FAULTS)
  const givenSecret = basic?.secret ?? asked.form.get('client_secret')
  if (!givenSecret) throw new IdentityRefusal('noSecret', appDetails(context))
  if (givenSecret !== clientSecret) throw new IdentityRefusal('wrongSecret', appDetails(context))
  return '1'
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
function readBasic({ headers }: SimRequest): { id: string; secret: string } | undefined {
  const match = /^Basic +(.+)$/i.exec(headerOf(headers, 'authorization') ?? '')
  if (!match?.[1]) return undefined
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  const decoded = new URLSearchParams(`id=${text.slice(0, colon)}&secret=${text.slice(colon + 1)}`)
  return { id: decoded.get('id') ?? '', secret: decoded.get('secret') ?? '' }
}
