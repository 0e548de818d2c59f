import { failed, notRead, passed } from './define-check.ts'
import type { CheckObject, Judgement } from './define-check.ts'

/** A setting of the directory as evidence: its property in Microsoft Graph, and what it means. */
export const settingObject = (id: string, name: string): CheckObject => ({
  kind: 'setting',
  id,
  name,
})

interface SettingTexts {
  readonly setting: CheckObject
  readonly passed: string
  readonly failed: string
}

/** Passes when a setting that is on or off has the required state. */
export function judgeFlag(
  value: boolean | null | undefined,
  { required, ...texts }: SettingTexts & { readonly required: boolean },
): Judgement {
  if (value === null || value === undefined) return notReturned(texts.setting)
  return value === required
    ? passed(texts.passed)
    : failed(texts.failed, { objects: [texts.setting] })
}

/** Passes when a setting has one of the accepted values; a value that is unknown gives no verdict. */
export function judgeChoice(
  value: string | null | undefined,
  {
    accepted,
    refused,
    ...texts
  }: SettingTexts & { readonly accepted: readonly string[]; readonly refused: readonly string[] },
): Judgement {
  const choice = value?.toLowerCase() ?? ''
  if (choice === '') return notReturned(texts.setting)
  const isOneOf = (choices: readonly string[]) =>
    choices.some((each) => each.toLowerCase() === choice)
  if (isOneOf(accepted)) return passed(texts.passed)
  if (isOneOf(refused)) return failed(texts.failed, { objects: [texts.setting] })
  return notRead('Microsoft returned a value that this version does not know.', {
    objects: [texts.setting],
  })
}

/** The verdict where Microsoft did not return a setting. */
export const notReturned = (setting: CheckObject): Judgement =>
  notRead('Microsoft did not return this setting.', { objects: [setting] })
