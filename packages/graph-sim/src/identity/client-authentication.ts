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
/** The registration is disabled, or was deleted. */
const APP_FAULTS = { 'app-disabled': 'appDisabled', 'app-removed': 'appUnknown' } as const
const ASSERTION_FAULTS = {
  'certificate-expired': 'assertionKeyExpired',
  'federation-unmatched': 'federationUnmatched',
} as const

/** Throws unless the app authenticates by its secret, its certificate or a federated token. */
export async function authenticateClient(
  context: IdentityContext,
  asked: TokenRequest,
): Promise<ClientProof> {
  const { clientId, clientSecret, moreSecrets } = context.world.registration
  const givenId = required(asked.form, 'client_id')
  if (givenId.toLowerCase() !== clientId) {
    throw new IdentityRefusal('appUnknown', {
      appId: givenId,
      tenant: directoryName(asked.directory),
    })
  }
  refuseByFault(context, asked.target, APP_FAULTS)
  const assertion = asked.form.get('client_assertion')
  if (assertion && asked.form.get('client_assertion_type') === ASSERTION_TYPE) {
    refuseByFault(context, asked.target, ASSERTION_FAULTS)
    await verifyClientAssertion(context, asked, assertion)
    return '2'
  }
  refuseByFault(context, asked.target, SECRET_FAULTS)
  const givenSecret = asked.form.get('client_secret')
  if (!givenSecret) throw new IdentityRefusal('noSecret', appDetails(context))
  if (![clientSecret, ...moreSecrets].includes(givenSecret))
    throw new IdentityRefusal('wrongSecret', appDetails(context))
  return '1'
}
