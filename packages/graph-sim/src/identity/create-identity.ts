import type { Random } from '../random.ts'
import { createRegisteredCertificates, type AppCertificate } from './app-certificate.ts'
import { createAuthorizationCodes } from './authorization-codes.ts'
import type { IdentityContext } from './context.ts'
import { createDirectories } from './directories.ts'
import { createWorkloadIssuer, type AssertionChange } from './workload-issuer.ts'

/** What is done to the identity platform by other ways than HTTP. */
export interface IdentityControls {
  /** The certificate that is registered with the app, and its private key. */
  certificate(): Promise<AppCertificate>
  /** Returns a new token of the app's workload, which replaces a secret. */
  issueAssertion(change?: AssertionChange): Promise<string>
  /** Signs with a new key from now on. */
  rotateKeys(): Promise<void>
}

type Shared = Pick<IdentityContext, 'world' | 'faults' | 'keys' | 'now' | 'newId'>

export function createIdentity(
  shared: Shared,
  random: Random,
): { readonly context: IdentityContext; readonly controls: IdentityControls } {
  const { world, keys, now, newId } = shared
  const [credential] = world.registration.federatedCredentials
  if (!credential) throw new Error('The registration has no federated credential')
  const codes = random.fork('codes')
  const context: IdentityContext = {
    ...shared,
    certificates: createRegisteredCertificates(),
    workloads: createWorkloadIssuer({ credential, now, newId }),
    directories: createDirectories(world),
    codes: createAuthorizationCodes({ now, newCode: () => codes.token(86) }),
  }
  return {
    context,
    controls: {
      certificate: () => context.certificates.own(),
      issueAssertion: (change) => context.workloads.issueAssertion(change),
      rotateKeys: () => keys.rotate(),
    },
  }
}
