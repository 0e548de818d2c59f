import {
  Checkbox,
  makeStyles,
  Radio,
  RadioGroup,
  Spinner,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantAccessGrant, TenantGroup } from '@tenantscope/contract/tenant-groups'
import { useId } from 'react'

import { userMessageOf } from '../lib/api-error.ts'
import { withIds } from '../lib/find-tenants.ts'
import { tenantGroupsQuery } from '../lib/tenant-groups.queries.ts'
import { tenantListQuery } from '../lib/tenant-list.ts'
import { ForeignText } from './foreign-text.tsx'
import { Notice } from './notice.tsx'
import { optionLabel } from './option-label.ts'
import { TenantPicker } from './tenant-picker.tsx'

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '12px', minWidth: 0 },
  groups: {
    display: 'flex',
    flexDirection: 'column',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  legend: { ...typographyStyles.body1Strong, padding: 0 },
  name: { color: tokens.colorNeutralForeground1 },
  count: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  note: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
  waiting: { justifyContent: 'flex-start' },
})

const MODES = [
  { mode: 'all', label: 'All tenants, including new ones' },
  { mode: 'list', label: 'These tenants' },
  { mode: 'groups', label: 'The tenants of these groups' },
] as const satisfies readonly { mode: TenantAccessGrant['mode']; label: string }[]

interface TenantAccessFieldsProps {
  value: TenantAccessGrant
  onChange: (grant: TenantAccessGrant) => void
}

/** Selects the granted tenants: all, some, or those of groups. Each way keeps its selection while another is active. */
export function TenantAccessFields({ value, onChange }: TenantAccessFieldsProps) {
  const styles = useStyles()
  return (
    <div className={styles.fields}>
      <RadioGroup
        aria-label="Tenant access"
        value={value.mode}
        onChange={(_, data) => {
          const chosen = MODES.find(({ mode }) => mode === data.value)
          if (chosen) onChange({ ...value, mode: chosen.mode })
        }}
      >
        {MODES.map(({ mode, label }) => (
          <Radio key={mode} value={mode} label={optionLabel(label)} />
        ))}
      </RadioGroup>
      {value.mode === 'list' && <TenantList value={value} onChange={onChange} />}
      {value.mode === 'groups' && <GroupList value={value} onChange={onChange} />}
    </div>
  )
}

function TenantList({ value, onChange }: TenantAccessFieldsProps) {
  const styles = useStyles()
  const { data, error } = useQuery(tenantListQuery({ isQuiet: true }))
  if (error !== null && data === undefined) return <NotLoaded what="tenants" error={error} />
  if (data === undefined)
    return <Spinner className={styles.waiting} size="tiny" label="Loading tenants..." />
  return (
    <>
      {value.tenantIds.length === 0 && <NothingChosen />}
      <TenantPicker
        tenants={data.tenants}
        chosen={new Set(value.tenantIds)}
        onChoose={(chosen) => onChange({ ...value, tenantIds: [...chosen] })}
      />
    </>
  )
}

function GroupList({ value, onChange }: TenantAccessFieldsProps) {
  const styles = useStyles()
  const { data: groups, error } = useQuery(tenantGroupsQuery)
  if (error !== null && groups === undefined)
    return <NotLoaded what="tenant groups" error={error} />
  if (groups === undefined)
    return <Spinner className={styles.waiting} size="tiny" label="Loading tenant groups..." />
  if (groups.length === 0)
    return (
      <p className={styles.note}>
        There are no tenant groups yet. Create them on All Tenants, under Manage groups.
      </p>
    )
  return (
    <>
      {value.groupIds.length === 0 && <NothingChosen />}
      <fieldset className={styles.groups}>
        <legend className={styles.legend}>Tenant groups</legend>
        {groups.map((group) => (
          <GroupChoice
            key={group.id}
            group={group}
            isChosen={value.groupIds.includes(group.id)}
            onChoose={(isChosen) =>
              onChange({
                ...value,
                groupIds: [...withIds(new Set(value.groupIds), [group.id], isChosen)],
              })
            }
          />
        ))}
      </fieldset>
    </>
  )
}

interface GroupChoiceProps {
  group: TenantGroup
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function GroupChoice({ group, isChosen, onChoose }: GroupChoiceProps) {
  const styles = useStyles()
  const countId = useId()
  const count = group.tenantIds.length
  return (
    <Checkbox
      checked={isChosen}
      onChange={(_, { checked }) => onChoose(checked === true)}
      aria-describedby={countId}
      label={
        <>
          <ForeignText wrap className={styles.name}>
            {group.name}
          </ForeignText>{' '}
          <span id={countId} className={styles.count}>
            {count === 1 ? '1 tenant' : `${count} tenants`}
          </span>
        </>
      }
    />
  )
}

function NothingChosen() {
  const styles = useStyles()
  return <p className={styles.note}>Nothing is selected: no tenants are granted.</p>
}

function NotLoaded({ what, error }: { what: string; error: unknown }) {
  return (
    <Notice intent="error">
      The {what} could not be loaded. {userMessageOf(error)}
    </Notice>
  )
}
