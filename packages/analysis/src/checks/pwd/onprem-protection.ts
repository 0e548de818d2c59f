import { valueOf } from '../../coverage/facts.ts'
import {
  defineCheck,
  failed,
  notApplicable,
  notLicensed,
  notRead,
  passed,
} from '../define-check.ts'
import type { CheckObject, Judgement } from '../define-check.ts'
import { entraLicenseOfFacts } from '../derived.ts'
import { passwordRules, ruleFlag } from './password-rules.ts'
import type { PasswordRules } from './password-rules.ts'

const ENABLED: CheckObject = {
  kind: 'setting',
  id: 'EnableBannedPasswordCheckOnPremises',
  name: 'Password protection for Windows Server Active Directory',
}
const MODE: CheckObject = {
  kind: 'setting',
  id: 'BannedPasswordCheckOnPremisesMode',
  name: 'Mode',
}

export const onpremProtection = defineCheck({
  id: 'pwd.onprem-protection',
  version: 1,
  title: 'Password protection is enforced in the local directory',
  severity: 'low',
  why: 'Passwords that are set in the local directory are checked against the banned lists only by its agents. In audit mode, the default, weak passwords are accepted and only logged.',
  fix: [
    'Check that the licenses include Microsoft Entra ID P1, then install the proxy service and the agents on every domain controller.',
    'In the Microsoft Entra admin center open Protection > Authentication methods > Password protection.',
    'Enable password protection on Windows Server Active Directory and set the mode to Enforced.',
  ],
  effort: 'days',
  userImpact: 'Weak passwords are refused when they are set in the local directory.',
  references: ['CIS 5.2.3.3', 'EIDSCA.PR01', 'EIDSCA.PR02'],
  licence: null,
  needs: ['organization', 'groupSettings'],
  judge({ organization: { onPremisesSyncEnabled: isHybrid }, groupSettings, facts }) {
    if (isHybrid === undefined) return notRead('It is not known whether a local directory exists.')
    // Graph returns null for a directory that was never synchronised.
    if (isHybrid !== true) return notApplicable('No local directory is synchronized.')
    const rules = passwordRules(groupSettings)
    const judgement =
      rules === null
        ? failed("Microsoft's defaults are in force: passwords are only audited.", {
            objects: [MODE],
          })
        : judgeRules(rules)
    const isOffered = valueOf(entraLicenseOfFacts(facts))?.hasP1 !== false
    return judgement.verdict === 'failed' && !isOffered
      ? notLicensed('It needs Microsoft Entra ID P1.')
      : judgement
  },
})

function judgeRules(rules: PasswordRules): Judgement {
  const isOn = ruleFlag(rules, ENABLED.id)
  const mode = rules.get(MODE.id.toLowerCase())?.trim().toLowerCase() ?? ''
  if (isOn === false)
    return failed('Password protection for the local directory is off.', { objects: [ENABLED] })
  if (mode === 'audit') return failed('Passwords are only audited.', { objects: [MODE] })
  return isOn === true && (mode === 'enforce' || mode === 'enforced')
    ? passed('Password protection is enforced.')
    : notRead('Microsoft did not return both of these settings.')
}
