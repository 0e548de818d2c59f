import { backup } from './backup-command.ts'
import { runCommand } from './command.ts'

await runCommand(backup)
