import { defineCheck, failed, passed } from '../define-check.ts'
import { notReturned, settingObject } from '../judge-setting.ts'
import type { GroupSettingFacts } from '../rows.ts'

const SETTING = settingObject('EnableGroupCreation', 'Users can create Microsoft 365 groups')
const TEMPLATE = '62375ab9-6b52-47ed-826b-58e47e0e304b'

export const m365Groups = defineCheck({
  id: 'ten.m365-groups',
  version: 1,
  title: 'Only selected people can create Microsoft 365 groups',
  severity: 'low',
  why: 'Each group comes with a mailbox, a site and often a team. Groups that any user can create spread data over places without an owner.',
  fix: [
    'Create a security group for the people who may create Microsoft 365 groups.',
    'Connect with Microsoft Graph PowerShell and the permission Directory.ReadWrite.All.',
    'In the directory setting Group.Unified set EnableGroupCreation to False and GroupCreationAllowedGroupId to the id of that group.',
  ],
  effort: 'minutes',
  userImpact: 'Other users ask for a new team, group or plan.',
  references: ['CIS 5.1.3.4', 'MT.1055'],
  licence: null,
  needs: ['groupSettings'],
  judge({ groupSettings }) {
    const settings = groupSettings.find(isForUnifiedGroups)
    // Only settings that were changed exist, and Microsoft's default allows everybody.
    if (settings === undefined)
      return failed('Every user can create Microsoft 365 groups, which is the default.', {
        counts: { isDefault: 1 },
        objects: [SETTING],
      })
    const isEnabled = valueOf(settings, 'enablegroupcreation')
    if (isEnabled === 'true')
      return failed('Every user can create Microsoft 365 groups.', { objects: [SETTING] })
    if (isEnabled !== 'false') return notReturned(SETTING)
    return (valueOf(settings, 'groupcreationallowedgroupid') ?? '') === ''
      ? passed('Only administrators can create Microsoft 365 groups.')
      : passed('Only members of one group can create Microsoft 365 groups.')
  },
})

const isForUnifiedGroups = ({ templateId, displayName }: GroupSettingFacts): boolean =>
  templateId ? templateId.toLowerCase() === TEMPLATE : displayName === 'Group.Unified'

const valueOf = ({ values }: GroupSettingFacts, wanted: string): string | undefined =>
  values?.find(({ name }) => name?.toLowerCase() === wanted)?.value?.toLowerCase()
