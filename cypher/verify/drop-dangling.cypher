// Takes away marks of lost edges that no aspect says. $ids. By relationship id.
UNWIND $ids AS one
MATCH ()-[d:DANGLING]->()
WHERE id(d) = one
DELETE d
