/**
 * Addresses of the first screen's calls. They repeat the contract's, whose schemas the login screen
 * should not load; a test compares both.
 */
export const FIRST_CALLS = {
  getCurrentUser: '/api/auth/me',
  getSignInOptions: '/api/auth/sign-in-options',
  startMicrosoftSignIn: '/api/auth/microsoft/login',
} as const
