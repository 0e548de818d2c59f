/** The product cannot start as it was set up; the message tells the operator what to change. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
