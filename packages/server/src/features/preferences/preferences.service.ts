import type { Preferences } from '@tenantscope/contract/account'
import type { UserId } from '@tenantscope/contract/ids'
import { ViewPreferences } from '@tenantscope/contract/views'
import type { saveView, ViewType } from '@tenantscope/contract/views'
import type { z } from 'zod'

import type { Db } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { jsonOf } from '../../lib/json.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { createPreferencesRepo } from './preferences.repo.ts'

export type PreferencesService = ReturnType<typeof createPreferencesService>

export function createPreferencesService(deps: {
  db: Db
  settings: SettingsService
  clock: Clock
}) {
  const { settings, clock } = deps
  const repo = createPreferencesRepo(deps.db)
  return {
    /** Without saved preferences, returns the specification's defaults and the installation's time zone. */
    async of(userId: UserId): Promise<Preferences> {
      return (
        (await repo.find(userId)) ?? { ...DEFAULTS, timezone: (await settings.read()).timezone }
      )
    },

    async save(userId: UserId, preferences: Preferences): Promise<Preferences> {
      await repo.save(userId, preferences, clock.now())
      return preferences
    },

    /** Null when none was saved, or when another version of the product saved another format. */
    async loadView(userId: UserId, viewType: ViewType): Promise<ViewPreferences | null> {
      const stored = await repo.findView(userId, viewType)
      return ViewPreferences.safeParse(jsonOf(stored ?? '')).data ?? null
    },

    async saveView(userId: UserId, { viewType, preferences }: SavedView): Promise<ViewPreferences> {
      await repo.saveView({ userId, viewType }, JSON.stringify(preferences), clock.now())
      return preferences
    },
  }
}

type SavedView = z.output<typeof saveView.body>

const DEFAULTS = {
  theme: 'system',
  emailNotifications: true,
  desktopNotifications: false,
  compactView: false,
  defaultView: 'dashboard',
} as const
