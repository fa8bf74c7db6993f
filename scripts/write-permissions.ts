/** `npm run docs:permissions`: writes `docs/permissions.md` from the endpoints of the contract. */
import { writeFile } from 'node:fs/promises'
import { describePermissions } from './permissions.ts'

await writeFile(new URL('../docs/permissions.md', import.meta.url), await describePermissions())
