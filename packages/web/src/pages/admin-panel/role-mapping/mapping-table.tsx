import {
  makeStyles,
  mergeClasses,
  Switch,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowDownRegular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUpRegular } from '@fluentui/react-icons/svg/arrow-up'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import { ROLE_NAMES } from '@tenantscope/contract/roles'

import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { grantText } from './grant-text.ts'

const useStyles = makeStyles({
  order: { width: '1%' },
  role: { ...typographyStyles.body1Strong, overflowWrap: 'anywhere' },
  off: { color: tokens.colorNeutralForeground3 },
  // Fluent's margin would set it off from the column's head.
  switch: { marginInlineStart: '-8px' },
  actions: { '@media screen and (max-width: 900px)': { justifyContent: 'flex-start' } },
})

interface MappingTableProps {
  mappings: readonly RoleMapping[]
  nameOf: (roleTemplateId: string) => string
  isBusy: boolean
  onChange: (mappings: RoleMapping[]) => void
  onEdit: (mapping: RoleMapping) => void
  onRemove: (mapping: RoleMapping) => void
}

/** The mappings in the order in which they are tried. */
export function MappingTable(props: MappingTableProps) {
  const { mappings, nameOf, isBusy, onChange } = props
  const styles = useStyles()
  const columns: readonly TableColumn<RoleMapping>[] = [
    { header: 'Order', isNumber: true, className: styles.order, render: (_, index) => index + 1 },
    {
      header: 'Directory role',
      isBare: true,
      render: ({ microsoftRole, enabled, description }) => (
        <>
          <div className={mergeClasses(styles.role, !enabled && styles.off)}>
            <ForeignText wrap>{nameOf(microsoftRole)}</ForeignText>
          </div>
          {description !== '' && (
            <Text as="div" variant="caption" muted>
              <ForeignText wrap>{description}</ForeignText>
            </Text>
          )}
        </>
      ),
    },
    { header: 'Local role', render: ({ localRole }) => ROLE_NAMES[localRole] },
    { header: 'Tenants', render: ({ access }) => grantText(access) },
    {
      header: 'On',
      render: (mapping) => (
        <Switch
          className={styles.switch}
          aria-label={`Use the mapping of ${nameOf(mapping.microsoftRole)}`}
          checked={mapping.enabled}
          disabledFocusable={isBusy}
          onChange={(_, { checked }) =>
            onChange(
              mappings.map((each) => (each === mapping ? { ...each, enabled: checked } : each)),
            )
          }
        />
      ),
    },
    {
      header: 'Actions',
      isBare: true,
      render: (mapping, index) => <MappingActions {...props} mapping={mapping} index={index} />,
    },
  ]
  return (
    <DataTable caption="Role mappings" columns={columns} rows={mappings} rowId={({ id }) => id} />
  )
}

interface MappingActionsProps extends MappingTableProps {
  mapping: RoleMapping
  index: number
}

function MappingActions({ mapping, index, ...props }: MappingActionsProps) {
  const styles = useStyles()
  const { mappings, nameOf, isBusy, onChange, onEdit, onRemove } = props
  const name = nameOf(mapping.microsoftRole)
  const move = (to: number) => {
    const moved = mappings.filter((each) => each !== mapping)
    onChange(moved.toSpliced(to, 0, mapping))
  }
  return (
    <Stack row justify="end" gap={2} className={styles.actions}>
      <IconButton
        icon={<ArrowUpRegular />}
        label={`Move ${name} up`}
        hint="Move up"
        disabledFocusable={isBusy || index === 0}
        onClick={() => move(index - 1)}
      />
      <IconButton
        icon={<ArrowDownRegular />}
        label={`Move ${name} down`}
        hint="Move down"
        disabledFocusable={isBusy || index === mappings.length - 1}
        onClick={() => move(index + 1)}
      />
      <IconButton
        {...RETURNS_FOCUS}
        icon={<EditRegular />}
        label={`Edit the mapping of ${name}`}
        hint="Edit"
        onClick={() => onEdit(mapping)}
      />
      <IconButton
        {...RETURNS_FOCUS}
        icon={<DeleteRegular />}
        label={`Remove the mapping of ${name}`}
        hint="Remove"
        onClick={() => onRemove(mapping)}
      />
    </Stack>
  )
}
