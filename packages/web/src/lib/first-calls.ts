/**
 * What the first screen asks the server for. The contract's calls bring their schemas along, which the
 * login screen should not wait for: the addresses stand here once more, and a test holds them to the contract.
 */
export const FIRST_CALLS = {
  getCurrentUser: '/api/auth/me',
  getSignInOptions: '/api/auth/sign-in-options',
  startMicrosoftSignIn: '/api/auth/microsoft/login',
} as const
