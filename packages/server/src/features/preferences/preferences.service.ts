import type { Preferences } from '@tenantscope/contract/account'
import type { UserId } from '@tenantscope/contract/ids'

import type { Clock } from '../../lib/clock.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { PreferencesRepo } from './preferences.repo.ts'

export type PreferencesService = ReturnType<typeof createPreferencesService>

export function createPreferencesService(deps: {
  repo: PreferencesRepo
  settings: SettingsService
  clock: Clock
}) {
  const { repo, settings, clock } = deps
  return {
    /** A person who never chose has the specification's defaults and the installation's time zone. */
    async of(userId: UserId): Promise<Preferences> {
      return (
        (await repo.find(userId)) ?? { ...DEFAULTS, timezone: (await settings.read()).timezone }
      )
    },

    async save(userId: UserId, preferences: Preferences): Promise<Preferences> {
      await repo.save(userId, preferences, clock.now())
      return preferences
    },
  }
}

const DEFAULTS = {
  theme: 'system',
  emailNotifications: true,
  desktopNotifications: false,
  compactView: false,
  defaultView: 'dashboard',
} as const
