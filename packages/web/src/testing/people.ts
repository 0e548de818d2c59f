import type { Preferences } from '@tenantscope/contract/account'
import type { CurrentUser } from '@tenantscope/contract/auth'
import type { z } from 'zod'

type Person = z.input<typeof CurrentUser>

export const administrator: Person = {
  id: 1,
  username: 'admin',
  displayName: null,
  email: null,
  authMethod: 'local',
  role: 'admin',
  isAdmin: true,
  adminRoles: ['System Administrator'],
  lastMicrosoftLogin: null,
  createdAt: '2026-01-05T08:00:00.000Z',
  mustResetPassword: false,
  mustSetUpSecondFactor: false,
}

export const technician: Person = {
  ...administrator,
  id: 2,
  username: 'megan@msp.example',
  displayName: 'Megan Bowen',
  email: 'megan@msp.example',
  authMethod: 'microsoft',
  role: 'technician',
  isAdmin: false,
  adminRoles: [],
  lastMicrosoftLogin: '2026-11-20T09:12:44.000Z',
}

export const viewer: Person = {
  ...technician,
  id: 3,
  username: 'alex@msp.example',
  displayName: 'Alex Wilber',
  email: 'alex@msp.example',
  role: 'viewer',
}

export const preferences: Preferences = {
  theme: 'system',
  timezone: 'America/Los_Angeles',
  emailNotifications: true,
  desktopNotifications: false,
  compactView: false,
  defaultView: 'dashboard',
}
