/**
 * The product cannot start like this; the message, for the operator, says what to change and needs
 * no stack.
 */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused'
}
