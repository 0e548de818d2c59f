import { request as requestPlainly } from 'node:http'
import { request as requestByTls } from 'node:https'

/**
 * What a container is asked by `HEALTHCHECK`: whether the process beside it is ready. Ends with 0 or
 * 1 and prints why. It reads nothing of the configuration but how to reach the process.
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
    // The certificate names the public host, not this address of the same machine.
    ...(isTls ? { rejectUnauthorized: false } : {}),
  },
  (answer) => {
    answer.resume()
    end(answer.statusCode === 200, `/readyz answers ${answer.statusCode ?? 'nothing'}`)
  },
)
asked.on('timeout', () => end(false, '/readyz does not answer in time'))
asked.on('error', (error) => end(false, error.message))
asked.end()

function end(isReady: boolean, text: string): void {
  console.log(text)
  process.exit(isReady ? 0 : 1)
}
