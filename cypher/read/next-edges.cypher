// The next ids of edges of some types, in their order. Walks all edges of these types, but reads none of them.
// $after: id; $count; «types»: A|B of the model's names. Columns: id. By the relationship type index.
MATCH ()-[r:«types»]->()
WHERE id(r) > $after
RETURN id(r) AS id
ORDER BY id
LIMIT $count
