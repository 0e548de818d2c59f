import { request as requestPlainly } from 'node:http'
import { request as requestByTls } from 'node:https'

/**
 * The container's `HEALTHCHECK`: checks whether the process is ready, exits with 0 or 1 and prints
 * the reason. It reads only the address of the process from the configuration.
 */
const { PORT = '3000', TLS_CERT } = process.env
const isTls = TLS_CERT !== undefined && TLS_CERT !== ''

const request = isTls ? requestByTls : requestPlainly
const asked = request(
  {
    host: '127.0.0.1',
    port: PORT,
    path: '/readyz',
    timeout: 4_000,
    // The certificate is for the public host name, not for this loopback address.
    ...(isTls ? { rejectUnauthorized: false } : {}),
  },
  (answer) => {
    answer.resume()
    end(answer.statusCode === 200, `/readyz returned ${answer.statusCode ?? 'nothing'}`)
  },
)
asked.on('timeout', () => end(false, '/readyz did not respond in time'))
asked.on('error', (error) => end(false, error.message))
asked.end()

function end(isReady: boolean, text: string): void {
  console.log(text)
  process.exit(isReady ? 0 : 1)
}
