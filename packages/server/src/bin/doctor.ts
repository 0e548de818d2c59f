import { runCommand } from './command.ts'
import { doctor } from './doctor-command.ts'

await runCommand(doctor)
