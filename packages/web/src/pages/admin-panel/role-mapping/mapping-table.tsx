import {
  Button,
  makeStyles,
  mergeClasses,
  Switch,
  tokens,
  typographyStyles,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { ArrowDownRegular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUpRegular } from '@fluentui/react-icons/svg/arrow-up'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import { ROLE_NAMES } from '@tenantscope/contract/roles'

import { ForeignText } from '../../../ui/foreign-text.tsx'
import { HIDDEN_FROM_SIGHT } from '../../../ui/hidden-from-sight.ts'
import { grantText } from './grant-text.ts'

const NARROW = '@media (max-width: 760px)'

const useStyles = makeStyles({
  table: {
    ...typographyStyles.body1,
    width: '100%',
    borderCollapse: 'collapse',
    [NARROW]: { display: 'block' },
  },
  caption: HIDDEN_FROM_SIGHT,
  heads: { [NARROW]: { display: 'none' } },
  head: {
    ...typographyStyles.caption1Strong,
    padding: '8px 16px 8px 0',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  order: { width: '1%', textAlign: 'end' },
  atEnd: { textAlign: 'end', paddingInlineEnd: 0 },
  body: { [NARROW]: { display: 'block' } },
  row: {
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [NARROW]: {
      display: 'grid',
      gridTemplateColumns: 'auto 1fr auto',
      gap: '4px 12px',
      padding: '12px 0',
    },
  },
  cell: { padding: '8px 16px 8px 0', minWidth: 0, [NARROW]: { padding: 0, gridColumn: '1 / -1' } },
  number: {
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'end',
    [NARROW]: { gridColumn: '1', textAlign: 'start', alignSelf: 'center' },
  },
  name: { [NARROW]: { gridColumn: '2', alignSelf: 'center' } },
  role: { ...typographyStyles.body1Strong, overflowWrap: 'anywhere' },
  off: { color: tokens.colorNeutralForeground3 },
  enabled: { [NARROW]: { gridColumn: '3', gridRow: '1' } },
  // Fluent's margin would set it off from the column's head.
  switch: { marginInlineStart: '-8px' },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', justifyContent: 'flex-end', gap: '2px' },
})

const COLUMNS = ['Order', 'Directory role', 'Local role', 'Tenants', 'On', 'Actions']

interface MappingTableProps {
  mappings: readonly RoleMapping[]
  nameOf: (roleTemplateId: string) => string
  isBusy: boolean
  onChange: (mappings: RoleMapping[]) => void
  onEdit: (mapping: RoleMapping) => void
  onRemove: (mapping: RoleMapping) => void
}

/** The mappings from the first that is tried to the last; on a narrow screen each is a card. */
export function MappingTable(props: MappingTableProps) {
  const styles = useStyles()
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Role mappings</caption>
      <thead className={styles.heads}>
        <tr>
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className={mergeClasses(
                styles.head,
                column === 'Order' && styles.order,
                column === 'Actions' && styles.atEnd,
              )}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={styles.body}>
        {props.mappings.map((mapping, index) => (
          <MappingRow key={mapping.id} {...props} mapping={mapping} index={index} />
        ))}
      </tbody>
    </table>
  )
}

interface MappingRowProps extends MappingTableProps {
  mapping: RoleMapping
  index: number
}

function MappingRow({ mapping, index, ...props }: MappingRowProps) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const { mappings, nameOf, isBusy, onChange, onEdit, onRemove } = props
  const name = nameOf(mapping.microsoftRole)
  const move = (to: number) => {
    const moved = mappings.filter((each) => each !== mapping)
    onChange(moved.toSpliced(to, 0, mapping))
  }
  return (
    <tr className={styles.row}>
      <td className={mergeClasses(styles.cell, styles.number)}>{index + 1}</td>
      <td className={mergeClasses(styles.cell, styles.name)}>
        <div className={mergeClasses(styles.role, !mapping.enabled && styles.off)}>
          <ForeignText wrap>{name}</ForeignText>
        </div>
        {mapping.description !== '' && (
          <div className={styles.note}>
            <ForeignText wrap>{mapping.description}</ForeignText>
          </div>
        )}
      </td>
      <td className={styles.cell}>{ROLE_NAMES[mapping.localRole]}</td>
      <td className={styles.cell}>{grantText(mapping.access)}</td>
      <td className={mergeClasses(styles.cell, styles.enabled)}>
        <Switch
          className={styles.switch}
          aria-label={`Use the mapping of ${name}`}
          checked={mapping.enabled}
          disabledFocusable={isBusy}
          onChange={(_, { checked }) =>
            onChange(
              mappings.map((each) => (each === mapping ? { ...each, enabled: checked } : each)),
            )
          }
        />
      </td>
      <td className={mergeClasses(styles.cell, styles.atEnd)}>
        <div className={styles.actions}>
          <Button
            appearance="subtle"
            icon={<ArrowUpRegular />}
            aria-label={`Move ${name} up`}
            disabledFocusable={isBusy || index === 0}
            onClick={() => move(index - 1)}
          />
          <Button
            appearance="subtle"
            icon={<ArrowDownRegular />}
            aria-label={`Move ${name} down`}
            disabledFocusable={isBusy || index === mappings.length - 1}
            onClick={() => move(index + 1)}
          />
          <Button
            {...restoreFocus}
            appearance="subtle"
            icon={<EditRegular />}
            aria-label={`Edit the mapping of ${name}`}
            onClick={() => onEdit(mapping)}
          />
          <Button
            {...restoreFocus}
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={`Remove the mapping of ${name}`}
            onClick={() => onRemove(mapping)}
          />
        </div>
      </td>
    </tr>
  )
}
