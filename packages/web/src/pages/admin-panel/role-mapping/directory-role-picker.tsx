import { Field, makeStyles, Radio, RadioGroup, SearchBox, tokens } from '@fluentui/react-components'
import type { DirectoryRole } from '@tenantscope/contract/role-mappings'
import { useState } from 'react'

import { ForeignText } from '../../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  search: { maxWidth: '100%' },
  list: {
    maxHeight: '220px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: '4px',
  },
  nothing: { padding: '8px', color: tokens.colorNeutralForeground2 },
})

interface DirectoryRolePickerProps {
  roles: readonly DirectoryRole[]
  chosen: string | null
  /** Nothing was chosen, and something must be. */
  isIncomplete: boolean
  onChoose: (roleTemplateId: string) => void
}

/** Microsoft's directory roles, found by any part of their name; the chosen one always stands among them. */
export function DirectoryRolePicker(props: DirectoryRolePickerProps) {
  const { roles, chosen, isIncomplete, onChoose } = props
  const styles = useStyles()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = roles.filter(
    ({ displayName, roleTemplateId }) =>
      roleTemplateId === chosen || displayName.toLowerCase().includes(wanted),
  )
  return (
    <>
      <SearchBox
        className={styles.search}
        aria-label="Search directory roles"
        placeholder="Search directory roles"
        value={search}
        onChange={(_, { value }) => setSearch(value)}
      />
      <Field
        label="Directory role"
        required
        {...(isIncomplete && { validationMessage: 'Choose a directory role' })}
      >
        <RadioGroup
          className={styles.list}
          value={chosen ?? ''}
          onChange={(_, { value }) => onChoose(value)}
        >
          {shown.map(({ roleTemplateId, displayName, isBuiltIn }) => (
            <Radio
              key={roleTemplateId}
              value={roleTemplateId}
              label={
                <>
                  <ForeignText wrap>{displayName}</ForeignText>
                  {!isBuiltIn && ' (your own)'}
                </>
              }
            />
          ))}
          {shown.length === 0 && (
            <span className={styles.nothing}>No directory role matches your search</span>
          )}
        </RadioGroup>
      </Field>
    </>
  )
}
