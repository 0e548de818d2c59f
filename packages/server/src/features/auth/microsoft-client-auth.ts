import { createPrivateKey, X509Certificate } from 'node:crypto'

import { CLOUDS } from '@tenantscope/graph-client/clouds'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { AppCredential } from '@tenantscope/graph-client/token-request'
import * as openid from 'openid-client'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** How the app registration proves itself when it exchanges the code of a sign-in. */
export function clientAuthOf(
  credential: AppCredential,
  directory: { readonly tenantId: string; readonly cloud: Cloud },
): openid.ClientAuth {
  if (credential.kind === 'secret') return openid.ClientSecretPost(credential.secret)
  if (credential.kind === 'certificate') return certified(credential, directory)
  // oxlint-disable-next-line typescript/no-misused-promises -- the library awaits it, as oauth4webapi's own type says
  return async (_server, client, body) => {
    body.set('client_id', client.client_id)
    body.set('client_assertion_type', ASSERTION_TYPE)
    body.set('client_assertion', await credential.assertion())
  }
}

/** Microsoft finds the key by its certificate's thumbprint ("certificate credentials"). */
function certified(
  { certificatePem, privateKeyPem }: Extract<AppCredential, { kind: 'certificate' }>,
  { tenantId, cloud }: { readonly tenantId: string; readonly cloud: Cloud },
): openid.ClientAuth {
  const { fingerprint256 } = new X509Certificate(certificatePem)
  const thumbprint = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url')
  const key = createPrivateKey(privateKeyPem).toCryptoKey(
    { name: 'RSA-PSS', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return openid.PrivateKeyJwt(key, {
    [openid.modifyAssertion]: (header, payload) => {
      header['x5t#S256'] = thumbprint
      payload['aud'] = `https://${CLOUDS[cloud].loginHost}/${tenantId}/oauth2/v2.0/token`
    },
  })
}
