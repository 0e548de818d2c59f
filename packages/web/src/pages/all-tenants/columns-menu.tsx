import { ColumnTriple20Regular } from '@fluentui/react-icons/svg/column-triple'

import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { useMenuButton } from '../../ui/use-menu-button.ts'
import { CommandButton } from './command-button.tsx'
import type { ChoosableColumn } from './tenant-columns.ts'

const loadEntries = async () => (await import('./columns-menu-entries.tsx')).ColumnsMenuEntries

const ColumnsMenuEntries = lazyPart(loadEntries)

interface ColumnsMenuProps {
  columns: readonly ChoosableColumn[]
  onChoose: (columns: readonly ChoosableColumn[]) => void
}

/** Which columns the table has; each choice is applied at once and remembered. */
export function ColumnsMenu({ columns, onChoose }: ColumnsMenuProps) {
  const [wear, menu] = useMenuButton(loadEntries)
  return (
    <>
      <CommandButton
        {...wear}
        label="Columns"
        hint="Choose the columns of the table"
        icon={<ColumnTriple20Regular />}
      />
      {menu && (
        <LaterPart>
          <ColumnsMenuEntries menu={menu} columns={columns} onChoose={onChoose} />
        </LaterPart>
      )}
    </>
  )
}
