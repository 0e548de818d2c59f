import { Button } from '@fluentui/react-components'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { ImportPreview } from '@tenantscope/contract/user-import'
import { useState } from 'react'

import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'
import { DirectoryPersonLabel } from './directory-person-label.tsx'
import { accessText, chosenRole, NOTHING_CHOSEN } from './import-rights.ts'
import type { Assignment } from './import-rights.ts'
import { directoryNameOf, LEFT_OUT } from './import-words.ts'

/** More rows are shown by a button: an import has up to 500. */
const SHOWN_AT_FIRST = 50

interface Choices {
  forAll: Assignment
  /** Of single users, by their ids. */
  byId: ReadonlyMap<string, Assignment>
  onEdit: (person: ImportPreview) => void
}

/** The users of an import with the role and the tenants that they get. */
export function ImportPreviewTable(props: Choices & { people: readonly ImportPreview[] }) {
  const { people, ...choices } = props
  const [limit, setLimit] = useState(SHOWN_AT_FIRST)
  const hidden = people.length - limit
  return (
    <>
      <DataTable
        caption="Preview of the import"
        columns={columnsOf(choices)}
        rows={people.slice(0, limit)}
        rowId={({ microsoftId }) => microsoftId}
      />
      {hidden > 0 && (
        <div>
          <Button onClick={() => setLimit(people.length)}>Show {hidden} more</Button>
        </div>
      )}
    </>
  )
}

function columnsOf({ forAll, byId, onEdit }: Choices): readonly TableColumn<ImportPreview>[] {
  const ownOf = ({ microsoftId }: ImportPreview) => byId.get(microsoftId) ?? NOTHING_CHOSEN
  const roleOf = (person: ImportPreview) => chosenRole(ownOf(person), forAll) ?? person.role
  return [
    {
      header: 'Person',
      isRowHeader: true,
      render: (person) => <DirectoryPersonLabel person={person} />,
    },
    {
      header: 'Role',
      isBare: true,
      render: (person) =>
        person.leftOut === null ? (
          <>
            {ROLE_NAMES[roleOf(person)]}
            <Text as="div" variant="caption" muted>
              {chosenRole(ownOf(person), forAll) === null ? <Mapped {...person} /> : 'Chosen here'}
            </Text>
          </>
        ) : (
          <StatusLabel tone="off">{LEFT_OUT[person.leftOut]}</StatusLabel>
        ),
    },
    {
      header: 'Tenants',
      render: (person) => {
        if (person.leftOut !== null) return null
        if (roleOf(person) === 'admin') return 'All tenants'
        const access = ownOf(person).access ?? forAll.access
        return access === null ? 'By mapping or settings' : accessText(access)
      },
    },
    {
      header: 'Change',
      isHeaderHidden: true,
      isBare: true,
      render: (person) =>
        person.leftOut === null && (
          <Button
            {...RETURNS_FOCUS}
            size="small"
            aria-label={`Change ${directoryNameOf(person)}`}
            onClick={() => onEdit(person)}
          >
            Change
          </Button>
        ),
    },
  ]
}

function Mapped({ mappedBy }: Pick<ImportPreview, 'mappedBy'>) {
  if (mappedBy === null) return 'No role mapping matches'
  return (
    <>
      By the mapping of <ForeignText wrap>{mappedBy}</ForeignText>
    </>
  )
}
