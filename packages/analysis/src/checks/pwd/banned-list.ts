import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import type { CheckObject, Judgement } from '../define-check.ts'
import { passwordRules, ruleFlag } from './password-rules.ts'
import type { PasswordRules } from './password-rules.ts'

const LIST: CheckObject = {
  kind: 'setting',
  id: 'BannedPasswordList',
  name: 'Custom banned passwords',
}

export const bannedList = defineCheck({
  id: 'pwd.banned-list',
  version: 1,
  title: 'A custom list of banned passwords is in force',
  severity: 'medium',
  why: "Microsoft's own list does not hold the names of a company, its products and its places, which people like to use. Words are counted and never shown.",
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > Password protection.',
    'Enforce the custom list and enter names of the company, its products and its places.',
  ],
  effort: 'minutes',
  userImpact: 'New passwords that contain a listed word are refused.',
  references: ['CIS 5.2.3.2', 'EIDSCA.PR03'],
  licence: 'P1',
  needs: ['groupSettings'],
  judge({ groupSettings }) {
    const rules = passwordRules(groupSettings)
    return rules === null
      ? failed("Microsoft's defaults are in force: the custom list is empty.", {
          counts: { words: 0 },
          objects: [LIST],
        })
      : judgeList(rules)
  },
})

function judgeList(rules: PasswordRules): Judgement {
  const isOn = ruleFlag(rules, 'EnableBannedPasswordCheck')
  const words = wordCount(rules)
  const found = { counts: { words: words ?? 0 }, objects: [LIST] }
  if (isOn === false) return failed('The custom list is not enforced.', found)
  if (words === 0) return failed('The custom list is empty.', found)
  if (isOn === null || words === null)
    return notRead('Microsoft did not return all of these settings.')
  return passed(`The custom list is enforced and has ${words} words.`, { counts: { words } })
}

/** Microsoft puts tabs between the words. Returns null when the list was not returned. */
function wordCount(rules: PasswordRules): number | null {
  const list = rules.get(LIST.id.toLowerCase())
  if (list === undefined) return null
  return (list ?? '').split(/[\t\r\n]+/u).filter((word) => word.trim() !== '').length
}
